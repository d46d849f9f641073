import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { QuantityDraft } from './basket.ts'
import { draft } from './testing/samples.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

const voucher: QuantityDraft = { ...draft, kind: 'voucher', id: '21', value: 2_500 }

/** Types a quantity. */
const type = (checkout: Awaited<ReturnType<typeof startCheckout>>, typed: QuantityDraft) =>
  checkout.send({ type: 'quantity.change', draft: typed })

describe('leaving the basket', () => {
  it('shows loading for 300 ms and then reserves [BASK-38, BASK-39, CONT-19]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'basket.reserve' })
    expect(checkout.where()).toBe('basket.leaving')
    expect(checkout.children().basket?.getSnapshot().hasTag('busy')).toBe(true)
    await vi.advanceTimersByTimeAsync(299)
    expect(checkout.where()).toBe('basket.leaving')
    await vi.advanceTimersByTimeAsync(1)
    expect(checkout.where()).toBe('reserve.reserving')
  })

  it('does not reserve an invalid basket [BASK-42, BASK-43]', async () => {
    const checkout = await startCheckout({ facts: { canReserve: false } })
    expect(checkout.can({ type: 'basket.reserve' })).toBe(false)
    checkout.send({ type: 'basket.reserve' })
    expect(checkout.where()).toBe('basket.ready')
  })

  it('does not reserve while a quantity is below the minimum [BASK-43, BASK-50]', async () => {
    const checkout = await startCheckout()
    type(checkout, { ...draft, quantity: 1, flag: 'below', isPending: false })
    expect(checkout.can({ type: 'basket.reserve' })).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(checkout.inputs('updateTicketQuantity')).toEqual([])
    expect(checkout.where()).toBe('basket.ready')
  })

  it('clears old warnings when the buyer reserves again', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 0 })
    expect(checkout.context().showsExpiryNotice).toBe(true)
    checkout.send({ type: 'basket.reserve' })
    await vi.advanceTimersByTimeAsync(300)
    expect(checkout.context()).toMatchObject({ showsExpiryNotice: false, reservingError: '' })
  })
})

describe('typing quantities', () => {
  it('sends a quantity after a pause of two seconds in typing [BASK-44]', async () => {
    const checkout = await startCheckout()
    type(checkout, { ...draft, quantity: 2 })
    await vi.advanceTimersByTimeAsync(1_500)
    type(checkout, { ...draft, quantity: 3 })
    await vi.advanceTimersByTimeAsync(1_999)
    expect(checkout.made.map((call) => call.name)).not.toContain('updateTicketQuantity')
    await vi.advanceTimersByTimeAsync(1)
    expect(checkout.inputs('updateTicketQuantity')).toEqual([{ drafts: [{ ...draft, quantity: 3 }] }])
  })

  it('does not reserve while a quantity is waiting or being sent [BASK-40, BASK-41]', async () => {
    const checkout = await startCheckout()
    const can = () => checkout.can({ type: 'basket.reserve' })
    type(checkout, draft)
    expect(can()).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(checkout.where()).toBe('basket.sending_ticket_quantity')
    expect(can()).toBe(false)
    await checkout.reply('updateTicketQuantity', { sent: [draft] })
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.children().basket?.getSnapshot().hasTag('busy')).toBe(true)
    expect(can()).toBe(false)
    await checkout.reply('loadCheckout', loaded())
    expect(can()).toBe(true)
    expect(checkout.basket().drafts).toEqual({})
  })

  it('sends the last quantity when it was typed while another was being sent', async () => {
    const checkout = await startCheckout()
    type(checkout, draft)
    await vi.advanceTimersByTimeAsync(2_000)
    type(checkout, { ...draft, quantity: 5 })
    await checkout.reply('updateTicketQuantity', { sent: [draft] })
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.where()).toBe('basket.pausing')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(checkout.inputs('updateTicketQuantity')[1]).toEqual({ drafts: [{ ...draft, quantity: 5 }] })
    await checkout.reply('updateTicketQuantity', { sent: [{ ...draft, quantity: 5 }] })
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.basket().drafts).toEqual({})
  })

  it('keeps the message about a clamped quantity after sending it [BASK-47, BASK-48]', async () => {
    const checkout = await startCheckout()
    const clamped: QuantityDraft = { ...draft, quantity: 8, flag: 'exceeded' }
    type(checkout, clamped)
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.reply('updateTicketQuantity', { sent: [clamped] })
    await checkout.reply('loadCheckout', loaded())
    expect(Object.values(checkout.basket().drafts)).toEqual([{ ...clamped, isPending: false }])
    expect(checkout.where()).toBe('basket.ready')
  })

  it('sends tickets and then gift vouchers when both were typed [BASK-61]', async () => {
    const checkout = await startCheckout()
    type(checkout, voucher)
    type(checkout, draft)
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.reply('updateTicketQuantity', { sent: [draft] })
    expect(checkout.where()).toBe('basket.sending_voucher_quantity')
    expect(checkout.inputs('updateGiftVoucherQuantity')).toEqual([{ drafts: [voucher] }])
    await checkout.reply('updateGiftVoucherQuantity', { sent: [voucher] })
    expect(checkout.where()).toBe('basket.reloading')
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.basket().drafts).toEqual({})
  })

  it('sends a gift voucher quantity alone [BASK-61]', async () => {
    const checkout = await startCheckout()
    type(checkout, voucher)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(checkout.where()).toBe('basket.sending_voucher_quantity')
  })

  it('sends nothing when the quantity falls below the minimum during the pause [BASK-50]', async () => {
    const checkout = await startCheckout()
    type(checkout, draft)
    type(checkout, { ...draft, quantity: 1, flag: 'below', isPending: false })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(checkout.inputs('updateTicketQuantity')).toEqual([])
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('discards a rejected quantity and reloads the basket [ERRS-01]', async () => {
    const checkout = await startCheckout()
    type(checkout, draft)
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.fail('updateTicketQuantity')
    expect(checkout.errors).toEqual(['Unable to update Ticket quantity. Please try again later'])
    expect(checkout.basket().drafts).toEqual({})
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('discards a rejected gift voucher quantity [ERRS-02]', async () => {
    const checkout = await startCheckout()
    type(checkout, voucher)
    await vi.advanceTimersByTimeAsync(2_000)
    await checkout.fail('updateGiftVoucherQuantity')
    expect(checkout.errors).toEqual(['Unable to update Gift Voucher quantity. Please try again later'])
    expect(checkout.basket().drafts).toEqual({})
  })
})

it('keeps a quantity that is typed while the basket reloads after expiry of the hold [BASK-44]', async () => {
  const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 1 })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(checkout.where()).toBe('basket.reloading')
  type(checkout, draft)
  await checkout.reply('loadCheckout', loaded({}, null))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(checkout.inputs('updateTicketQuantity')).toEqual([{ drafts: [draft] }])
})

describe('changing the basket', () => {
  it('removes a ticket with its typed quantity and reloads the basket [BASK-59]', async () => {
    const checkout = await startCheckout()
    type(checkout, draft)
    checkout.send({ type: 'ticket.remove', ticketId: '11' })
    expect(checkout.inputs('removeFromBasket')).toEqual([{ ticketId: '11' }])
    expect(checkout.basket().drafts).toEqual({})
    await checkout.reply('removeFromBasket')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('shows a notification when a ticket cannot be removed [ERRS-05]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'ticket.remove', ticketId: '11' })
    await checkout.fail('removeFromBasket')
    expect(checkout.errors).toEqual(['Unable to remove the Ticket from the basket. Please try again later'])
    expect(checkout.where()).toBe('basket.ready')
  })

  it('removes a gift voucher by its id and value [BASK-60]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'voucher.remove', voucherId: '21', value: 2_500 })
    expect(checkout.inputs('removeGiftVoucherFromBasket')).toEqual([{ voucherId: '21', value: 2_500 }])
    await checkout.reply('removeGiftVoucherFromBasket')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('shows a notification when a gift voucher cannot be removed [ERRS-06]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'voucher.remove', voucherId: '21', value: 2_500 })
    await checkout.fail('removeGiftVoucherFromBasket')
    expect(checkout.errors).toEqual([
      'Unable to remove the Gift Voucher from the basket. Please try again later',
    ])
    expect(checkout.where()).toBe('basket.ready')
  })

  it('saves the refund protection choice and reloads the basket [BASK-35, CONT-62]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'protection.choose', isWanted: true })
    expect(checkout.basket().protection).toBe(true)
    expect(checkout.inputs('updateRefundProtection')).toEqual([{ isWanted: true }])
    await checkout.reply('updateRefundProtection', { isWanted: true })
    await checkout.reply('loadCheckout', loaded())
    expect(checkout.basket().protection).toBeNull()
    expect(checkout.where()).toBe('basket.ready')
  })

  it('sends the last refund protection choice made while another is being saved, after the reply to that [BASK-35] [F5]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'protection.choose', isWanted: true })
    checkout.send({ type: 'protection.choose', isWanted: false })
    expect(checkout.basket().protection).toBe(false)
    expect(checkout.inputs('updateRefundProtection')).toEqual([{ isWanted: true }])
    await checkout.reply('updateRefundProtection', { isWanted: true })
    expect(checkout.inputs('updateRefundProtection')).toEqual([{ isWanted: true }, { isWanted: false }])
    await checkout.reply('updateRefundProtection', { isWanted: false })
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('restores the saved choice when refund protection cannot be updated [ERRS-03, CONT-12]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'protection.choose', isWanted: true })
    await checkout.fail('updateRefundProtection')
    expect(checkout.errors).toEqual(['Unable to update Refund protection. Please try again later'])
    expect(checkout.basket().protection).toBeNull()
  })

  it('treats a code as applied only if the reply confirms it [BASK-56]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'code.apply', code: 'SPRING' })
    expect(checkout.inputs('setCode')).toEqual([{ code: 'SPRING' }])
    await checkout.reply('setCode', { isApplied: false })
    expect(checkout.basket().codeStatus).toBe('invalid')
    expect(checkout.where()).toBe('basket.ready')
    checkout.send({ type: 'code.apply', code: 'SUMMER' })
    await checkout.reply('setCode', { isApplied: true })
    expect(checkout.basket().codeStatus).toBe('applied')
    expect(checkout.where()).toBe('basket.reloading')
  })

  it('shows a notification when a code cannot be applied [ERRS-04]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'code.apply', code: 'SPRING' })
    await checkout.fail('setCode')
    expect(checkout.errors).toEqual(['Unable to set the Code. Please try again later'])
    expect(checkout.basket().codeStatus).toBe('none')
  })

  it('shows a notification and lets the buyer continue when reloading fails [ERRS-40, CONT-71]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'protection.choose', isWanted: true })
    await checkout.reply('updateRefundProtection', { isWanted: true })
    await checkout.fail('loadCheckout')
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(checkout.actor.getSnapshot().hasTag('busy')).toBe(false)
    expect(checkout.where()).toBe('basket.ready')
  })
})

describe('a basket that was paid elsewhere', () => {
  it('continues with delivery when a change finds it paid, and is never offered for reserving [CONT-01, CONT-57]', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'ticket.remove', ticketId: '11' })
    await checkout.reply('removeFromBasket')
    await checkout.reply('loadCheckout', loaded({ isPaymentComplete: true }, null))
    expect(checkout.where()).toBe('determining.loading')
    await checkout.reply('loadCheckout', loaded({ isPaymentComplete: true }, null))
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('cannot be reserved', async () => {
    const checkout = await startCheckout()
    checkout.send({ type: 'page.shown' })
    await checkout.reply('refreshCheckout', loaded({ canReserve: false }, null))
    expect(checkout.can({ type: 'basket.reserve' })).toBe(false)
  })
})
