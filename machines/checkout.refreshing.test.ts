import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { facts as plainFacts } from './testing/facts.ts'
import { guestDetails } from './testing/samples.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

type Checkout = Awaited<ReturnType<typeof startCheckout>>

/** Refreshes the page with this reply. */
async function comeBack(checkout: Checkout, facts: Partial<Facts>, seconds: number | null = 500) {
  checkout.send({ type: 'page.shown' })
  await checkout.reply('refreshCheckout', loaded(facts, seconds))
}

describe('refreshing the checkout', () => {
  it.each(['page.shown', 'page.restored'] as const)('is triggered by %s [CONT-60]', async (type) => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    checkout.send({ type })
    expect(checkout.waiting()).toContain('refreshCheckout')
  })

  it('updates facts and hold and keeps the buyer on the step [OPEN-48]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, seconds: 600 })
    await comeBack(checkout, { state: 'donation', hasDonation: true }, 450)
    expect(checkout.where()).toBe('donation.choosing')
    expect(checkout.context().facts.hasDonation).toBe(true)
    expect(checkout.secondsLeft()).toBe(450)
    expect(checkout.reported()).toEqual([])
  })

  it("never moves a buyer back when the server's state lags behind [CONT-60]", async () => {
    const checkout = await startCheckout({ facts: { state: 'marketing_preferences' } })
    await comeBack(checkout, { state: 'login' })
    expect(checkout.where()).toBe('marketing_preferences.editing')
  })

  it('does not interrupt a payment [OPEN-48]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await comeBack(checkout, { state: 'payment' })
    expect(checkout.where()).toBe('payment.paying')
    expect(checkout.inputs('confirmTotal')).toHaveLength(1)
  })

  it('keeps the hold when the reply has none', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: 600 })
    await comeBack(checkout, { state: 'login' }, null)
    expect(checkout.context().hold?.seconds).toBe(600)
    expect(checkout.secondsLeft()).toBe(600)
  })

  it.each([0, null])(
    'leaves a donation whose session is lost, and does not say that the time expired (%s seconds left) [F12]',
    async (seconds) => {
      const checkout = await startCheckout({ facts: { state: 'donation', sale: 'K1' }, seconds: 600 })
      await comeBack(checkout, { state: 'basket', sale: '', canReserve: false }, seconds)
      expect(checkout.where()).toMatch(/^basket/)
      expect(checkout.context()).toMatchObject({ hold: null, showsExpiryNotice: false })
    },
  )

  it.each([
    ['the reference only', { canReserve: false }, 450],
    ['all but the tickets', { canReserve: true }, null],
  ])('keeps the buyer on the step if the reply lacks %s of the sale [F19]', async (_, facts, seconds) => {
    const checkout = await startCheckout({ facts: { state: 'donation', sale: 'K1' }, seconds: 600 })
    await comeBack(checkout, { state: 'donation', sale: '', ...facts }, seconds)
    expect(checkout.where()).toBe('donation.choosing')
  })

  it('stays with a shop that names no sale', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation', sale: '' }, seconds: 600 })
    await comeBack(checkout, { state: 'donation', sale: '' })
    expect(checkout.where()).toBe('donation.choosing')
  })

  it('moves a stale tab to delivery when another tab has paid [CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'order_completed', isPaymentComplete: true })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('moves a stale basket to the step of the paid order [CONT-60]', async () => {
    const checkout = await startCheckout()
    await comeBack(checkout, { state: 'waiver', isPaymentComplete: true })
    expect(checkout.where()).toBe('determining.loading')
    await checkout.reply('loadCheckout', loaded({ state: 'waiver', isPaymentComplete: true }))
    expect(checkout.where()).toBe('waiver.reading')
  })

  it('moves a stale tab to the basket when another tab edits it [CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'basket', isEditing: true }, 0)
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context()).toMatchObject({ hold: null, showsExpiryNotice: false })
  })

  it('lets a payment in flight finish first when another tab edits the basket [OPEN-47, CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' } })
    await checkout.reply('prepareCard')
    checkout.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    await comeBack(checkout, { state: 'basket', isEditing: true }, 0)
    expect(checkout.where()).toBe('payment.paying')
    await checkout.answerPayment({
      status: 'success',
      facts: { ...plainFacts, isPaymentComplete: true },
    })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it.each(['reserve', 'captcha'] as const)(
    'moves a stale %s step to the paid order [CONT-60]',
    async (state) => {
      const checkout = await startCheckout({ facts: { state, captchaSitekey: 'key' } })
      await comeBack(checkout, { state: 'waiver', isPaymentComplete: true }, null)
      expect(checkout.where()).toBe('determining.loading')
    },
  )

  it('moves the buyer to the expired basket when the hold has expired [CONT-54, CONT-60]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    await comeBack(checkout, { state: 'login' }, 0)
    expect(checkout.where()).toBe('basket.reloading')
    expect(checkout.context().showsExpiryNotice).toBe(true)
  })

  it('refreshes a basket in place', async () => {
    const checkout = await startCheckout()
    await comeBack(checkout, { canReserve: false }, null)
    expect(checkout.where()).toBe('basket.ready')
    expect(checkout.can({ type: 'basket.reserve' })).toBe(false)
  })

  it('waits for Continue even if the payment has completed meanwhile [OPEN-35]', async () => {
    const checkout = await startCheckout({ facts: { state: 'awaiting_truelayer' } })
    await comeBack(checkout, { state: 'awaiting_truelayer', isPaymentComplete: true })
    expect(checkout.where()).toBe('awaiting_truelayer.completed')
    checkout.send({ type: 'payment.continue' })
    expect(checkout.where()).toBe('deliver_tickets.delivering')
  })

  it('keeps a paid order on its step', async () => {
    const checkout = await startCheckout({ facts: { state: 'waiver', isPaymentComplete: true } })
    await comeBack(checkout, { state: 'waiver', isPaymentComplete: true }, null)
    expect(checkout.where()).toBe('waiver.reading')
  })

  it('determines the step again when the reply is about a different, unpaid basket', async () => {
    const checkout = await startCheckout({ facts: { state: 'order_completed', isPaymentComplete: true } })
    await comeBack(checkout, { state: 'basket' }, null)
    expect(checkout.where()).toBe('determining.loading')
    await checkout.reply('loadCheckout', loaded({ state: 'basket' }, null))
    expect(checkout.where()).toBe('basket.ready')
  })

  it.each(['payment', 'awaiting_truelayer', 'order_completed'] as const)(
    'keeps a paid order on its step when the server, at %s, has not recorded the payment yet [CONT-60]',
    async (state) => {
      const checkout = await startCheckout({ facts: { state: 'order_completed', isPaymentComplete: true } })
      await comeBack(checkout, { state }, null)
      expect(checkout.where()).toBe('order_completed.overview')
    },
  )

  it('shows a notification and changes nothing when loading fails [ERRS-40]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    checkout.send({ type: 'page.shown' })
    await checkout.fail('refreshCheckout')
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    expect(checkout.where()).toBe('login.identifying')
  })
})

describe('reporting the state', () => {
  it('reports every step in order, one at a time, skipping none [CONT-50]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, standing: {} })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    await checkout.reply('fetchUser', { isSignedIn: true, codeSentTo: '', confirmed: null })
    checkout.children().account?.send({ type: 'account.continue' })
    expect(checkout.where()).toBe('payment.preparing')
    expect(checkout.reported()).toEqual(['login'])
    await checkout.reply('updateBasketState', { hold: null })
    expect(checkout.reported()).toEqual(['login', 'payment'])
  })

  it('does not report the state that came from the server [OPEN-43]', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' } })
    expect(checkout.reported()).toEqual([])
  })

  it('stays on the new step when the report fails [ERRS-41, OPEN-45]', async () => {
    const checkout = await startCheckout({ facts: { state: 'donation' }, standing: {} })
    checkout.send({ type: 'donation.skip', charityId: '7' })
    await checkout.fail('updateBasketState')
    expect(checkout.errors).toEqual(['Unable to update the Basket state. Please try again later'])
    expect(checkout.where()).toBe('login.identifying')
  })
})
