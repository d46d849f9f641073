import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Facts } from '#src/rules/facts.ts'
import { guestDetails } from './testing/samples.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Checkout = Awaited<ReturnType<typeof startCheckout>>

/** The buyer comes back to the page, and the shop says this. */
async function comeBack(checkout: Checkout, facts: Partial<Facts>, seconds: number | null = 500) {
  checkout.send({ type: 'page.shown' })
  await checkout.reply('refreshCheckout', loaded(facts, seconds))
}

describe('reading the checkout again', () => {
  it.each(['page.shown', 'page.restored'] as const)('happens on %s [CONT-60]', async (type) => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    checkout.send({ type })
    expect(checkout.waiting()).toContain('refreshCheckout')
  })

  it('refreshes facts and time and leaves the buyer where they are [OPEN-48]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, seconds: 600 })
    await comeBack(checkout, { state: 'donation', hasDonation: true }, 450)
    expect(checkout.where()).toBe('donation.choosing')
    expect(checkout.context().facts.hasDonation).toBe(true)
    expect(checkout.secondsLeft()).toBe(450)
    expect(checkout.told()).toEqual([])
  })

  it('never throws anybody back because the state of the server lags behind [CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'marketing_preferences' } })
    await comeBack(checkout, { state: 'login' })
    expect(checkout.where()).toBe('marketing_preferences.editing')
  })

  it('keeps a payment on its way [OPEN-48]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await comeBack(checkout, { state: 'payment' })
    expect(checkout.where()).toBe('payment.paying')
    expect(checkout.inputs('payWithCard')).toHaveLength(1)
  })

  it('keeps the known hold when the reply names none', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 600 })
    await comeBack(checkout, { state: 'login' }, null)
    expect(checkout.context().hold?.seconds).toBe(600)
    expect(checkout.secondsLeft()).toBe(600)
  })

  it('takes a stale tab on to delivery when another has paid [CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'order_completed', isPaymentComplete: true })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('takes a stale basket to where the paid order stands [CONT-60]', async () => {
    const checkout = await startCheckout()
    await comeBack(checkout, { state: 'waiver', isPaymentComplete: true })
    expect(checkout.where()).toBe('determining.loading')
    await checkout.reply('loadCheckout', loaded({ state: 'waiver', isPaymentComplete: true }))
    expect(checkout.where()).toBe('waiver.reading')
  })

  it('takes a stale tab to the basket when another edits it [CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'basket', isEditing: true }, 0)
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.context()).toMatchObject({ hold: null, isExpired: false })
  })

  it('takes the buyer to the expired basket when the hold is gone [CONT-54, CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'login' }, 0)
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().isExpired).toBe(true)
  })

  it('refreshes a basket in place', async () => {
    const checkout = await startCheckout()
    await comeBack(checkout, { canReserve: false }, null)
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.can({ type: 'basket.reserve' })).toBe(false)
  })

  it('waits for Continue although the bank has paid meanwhile [OPEN-35]', async () => {
    const checkout = await startCheckout({ facts: { state: 'awaiting_truelayer' } })
    await comeBack(checkout, { state: 'awaiting_truelayer', isPaymentComplete: true })
    expect(checkout.where()).toBe('awaiting_truelayer.completed')
    checkout.send({ type: 'payment.continue' })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('keeps a paid order where it is', async () => {
    const checkout = await startCheckout({ facts: { state: 'waiver', isPaymentComplete: true } })
    await comeBack(checkout, { state: 'waiver', isPaymentComplete: true }, null)
    expect(checkout.where()).toBe('waiver.reading')
  })

  it('finds its place anew when the order turns out not to be the paid one', async () => {
    const checkout = await startCheckout({ facts: { state: 'order_completed', isPaymentComplete: true } })
    await comeBack(checkout, { state: 'basket' }, null)
    expect(checkout.where()).toBe('determining.loading')
    await checkout.reply('loadCheckout', loaded({ state: 'basket' }, null))
    expect(checkout.where()).toBe('basket.ready')
  })

  it.each(['payment', 'awaiting_truelayer', 'order_completed'] as const)(
    'keeps a paid order where it is though the shop, at %s, has not noted the payment yet [CONT-60]',
    async (state) => {
      const checkout = await startCheckout({ facts: { state: 'order_completed', isPaymentComplete: true } })
      await comeBack(checkout, { state }, null)
      expect(checkout.where()).toBe('order_completed.loading')
    },
  )

  it('says so when the shop does not answer, and changes nothing [ERRS-40]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    checkout.send({ type: 'page.shown' })
    await checkout.fail('refreshCheckout')
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(checkout.where()).toBe('login.identifying')
  })
})

describe('reporting the state', () => {
  it('reports every step in order and skips none, one at a time [CONT-50]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, standing: {} })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    await checkout.reply('fetchUser', { isSignedIn: true, codeSentTo: '' })
    checkout.children().account?.send({ type: 'account.continue' })
    expect(checkout.where()).toBe('payment.preparing')
    expect(checkout.told()).toEqual(['login'])
    await checkout.reply('updateBasketState', { hold: null })
    expect(checkout.told()).toEqual(['login', 'payment'])
  })

  it('does not report the state that the server named [OPEN-43]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    expect(checkout.told()).toEqual([])
  })

  it('stays on the new step when the report fails [ERRS-41, OPEN-45]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, standing: {} })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    await checkout.fail('updateBasketState')
    expect(checkout.errors).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(checkout.where()).toBe('login.identifying')
  })
})
