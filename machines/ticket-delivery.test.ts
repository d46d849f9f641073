import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { fakeShop } from './testing/fake-shop.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function startDelivery() {
  const shop = fakeShop()
  const actor = createActor(shop.charts.ticketDelivery).start()
  return { ...shop, actor, where: () => actor.getSnapshot().value }
}

async function delivering() {
  const delivery = startDelivery()
  await vi.advanceTimersByTimeAsync(1_000)
  return delivery
}

async function emailing() {
  const delivery = await delivering()
  await delivery.reply('deliverToBitticket', { isCompleted: true })
  return delivery
}

describe('ticket delivery', () => {
  it('starts after one second [DELI-05]', async () => {
    const delivery = startDelivery()
    await vi.advanceTimersByTimeAsync(999)
    expect(delivery.where()).toBe('payment_complete')
    await vi.advanceTimersByTimeAsync(1)
    expect(delivery.where()).toBe('delivering_to_ticket_wallet')
  })

  it('sends the email once the tickets are in the wallet [DELI-06]', async () => {
    expect((await emailing()).where()).toBe('delivering_to_email')
  })

  it('continues three seconds later, once the buyer is loaded [DELI-07, DELI-08]', async () => {
    const delivery = await emailing()
    await delivery.reply('deliverToWallet', { isCompleted: true })
    await vi.advanceTimersByTimeAsync(2_999)
    expect(delivery.where()).toBe('delivered')
    await vi.advanceTimersByTimeAsync(1)
    expect(delivery.where()).toBe('fetching_user')
    await delivery.reply('ensureUser')
    expect(delivery.where()).toBe('done')
  })

  it('continues when loading the buyer fails', async () => {
    const delivery = await emailing()
    await delivery.reply('deliverToWallet', { isCompleted: true })
    await vi.advanceTimersByTimeAsync(3_000)
    await delivery.fail('ensureUser')
    expect(delivery.where()).toBe('done')
  })

  it('stops when the first delivery is not completed, and sends no email [DELI-09, DELI-10] [F25]', async () => {
    const delivery = await delivering()
    await delivery.reply('deliverToBitticket', { isCompleted: false })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(delivery.where()).toBe('delivery_failed')
    expect(delivery.inputs('deliverToWallet')).toEqual([])
    expect(delivery.errors).toEqual([])
  })

  it('shows a notification when the first delivery fails, and lets the buyer try again or continue [ERRS-31, OPEN-84] [F25]', async () => {
    const delivery = await delivering()
    await delivery.fail('deliverToBitticket')
    expect(delivery.errors).toEqual(['Unable to deliver to Bitticket. Please try again later'])
    delivery.actor.send({ type: 'delivery.retry' })
    expect(delivery.where()).toBe('delivering_to_ticket_wallet')
    await delivery.fail('deliverToBitticket')
    delivery.actor.send({ type: 'delivery.continue' })
    expect(delivery.where()).toBe('fetching_user')
  })

  it('shows a notification when the email fails, and lets the buyer try again or continue [ERRS-32, OPEN-84] [F25]', async () => {
    const toast = 'Unable to deliver to Wallet. Please try again later'
    const delivery = await emailing()
    await delivery.fail('deliverToWallet')
    expect(delivery.errors).toEqual([toast])
    delivery.actor.send({ type: 'delivery.retry' })
    expect(delivery.where()).toBe('delivering_to_email')
    await delivery.reply('deliverToWallet', { isCompleted: false })
    expect(delivery.errors).toEqual([toast, toast])
    delivery.actor.send({ type: 'delivery.continue' })
    expect(delivery.where()).toBe('fetching_user')
  })
})
