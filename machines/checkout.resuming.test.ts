import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { heldSteps } from './testing/held-steps.ts'
import { loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Resumed state for each state of an unpaid checkout with a running hold. */
const unpaid: Record<CheckoutState, string> = {
  determining: 'basket.ready',
  basket: 'basket.ready',
  reserve: 'reserve.reserving',
  captcha: 'captcha.challenge',
  donation: 'donation.choosing',
  gift_aid: 'gift_aid.editing',
  login: 'login.identifying',
  marketing_preferences: 'marketing_preferences.editing',
  delivery_address: 'delivery_address.addressing',
  ticket_questions_before: 'ticket_questions_before.answering',
  payment: 'payment.preparing',
  awaiting_truelayer: 'awaiting_truelayer.polling',
  deliver_tickets: 'deliver_tickets.delivering',
  ticket_questions_after: 'ticket_questions_after.answering',
  waiver: 'waiver.reading',
  after_sale_messages: 'after_sale_messages.reading',
  order_completed: 'order_completed.overview',
}

const paid: Partial<Record<CheckoutState, string>> = {
  ticket_questions_after: 'ticket_questions_after.answering',
  waiver: 'waiver.reading',
  after_sale_messages: 'after_sale_messages.reading',
  order_completed: 'order_completed.overview',
}

async function resume(facts: Partial<Facts>, seconds: number | null = 600) {
  const checkout = await startCheckout({ facts: { captchaSitekey: 'site', ...facts }, seconds })
  const result = {
    at: checkout.where(),
    told: checkout.reported(),
    context: checkout.context(),
  }
  checkout.actor.stop()
  return result
}

describe('resuming at the state of the server', () => {
  it.each(checkoutStates.map((state) => ({ state, to: unpaid[state] })))(
    'resumes an unpaid checkout in $state at $to',
    async ({ state, to }) => {
      const { at, told } = await resume({ state })
      expect(at).toBe(to)
      expect(told).toEqual(to.startsWith(`${state}.`) ? [] : ['basket'])
    },
  )

  it.each(checkoutStates.map((state) => ({ state, to: paid[state] ?? 'deliver_tickets.delivering' })))(
    'resumes a paid checkout in $state at $to, whatever its other fields [OPEN-35]',
    async ({ state, to }) => {
      expect((await resume({ state, isPaymentComplete: true, isEditing: true }, 0)).at).toBe(to)
    },
  )

  it.each(heldSteps)('resumes a buyer in %s with an expired hold at the expired basket', async (state) => {
    const { at, context, told } = await resume({ state }, 0)
    expect(at).toBe('basket.ready')
    expect(context.showsExpiryNotice).toBe(true)
    expect(context.hold).toBeNull()
    expect(told).toEqual(['basket'])
  })

  it('keeps waiting for the bank after the hold has expired [CONT-57, OPEN-47]', async () => {
    expect((await resume({ state: 'awaiting_truelayer' }, 0)).at).toBe('awaiting_truelayer.polling')
  })

  it('keeps the step when the reply has no hold', async () => {
    const checkout = await startCheckout({ facts: { state: 'login' }, seconds: null })
    expect(checkout.where()).toBe('login.identifying')
    expect(checkout.secondsLeft()).toBeNull()
  })

  it('shows the basket after "Edit basket"', async () => {
    const { at, context } = await resume({ state: 'payment', isEditing: true })
    expect(at).toBe('basket.ready')
    expect(context.showsExpiryNotice).toBe(false)
  })

  it('reserves again when a captcha is pending but its key is missing', async () => {
    expect((await resume({ state: 'captcha', captchaSitekey: '' })).at).toBe('reserve.reserving')
  })

  it('keeps the key of the resumed captcha', async () => {
    const checkout = await startCheckout({ facts: { state: 'captcha', captchaSitekey: 'site' } })
    expect(checkout.reservation().sitekey).toBe('site')
  })

  it('shows the error of the last payment, such as a failed card check', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' }, lastTry: null })
    expect(checkout.where()).toBe('payment.recalling')
    await checkout.reply('getPaymentError', {
      text: 'Your card was declined.',
      isPending: false,
      isUncharged: false,
    })
    expect(checkout.where()).toBe('payment.preparing')
    expect(checkout.payment().message).toBe('Your card was declined.')
  })

  it('resumes at payment when the last payment error cannot be loaded', async () => {
    const checkout = await startCheckout({ facts: { state: 'payment' }, lastTry: null })
    await checkout.fail('getPaymentError')
    expect(checkout.where()).toBe('payment.preparing')
    expect(checkout.errors).toEqual([])
  })

  it('shows an error when the checkout cannot be loaded, and loads it again on request [ERRS-40, CONT-71]', async () => {
    const checkout = await startCheckout({ reads: false })
    expect(checkout.where()).toBe('determining.loading')
    await checkout.fail('loadCheckout')
    expect(checkout.where()).toBe('determining.load_failed')
    expect(checkout.actor.getSnapshot().hasTag('busy')).toBe(false)
    expect(checkout.errors).toEqual(['Unable to get Checkout data. Please try again later'])
    checkout.send({ type: 'checkout.retry' })
    await checkout.reply('loadCheckout', loaded({ state: 'login' }))
    expect(checkout.where()).toBe('login.identifying')
  })
})
