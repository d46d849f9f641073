// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { heading, openCheckout, pending, settled, shownStep } from './testing/open-checkout.tsx'
import { ada } from './testing/open-payment.ts'
import { paymentScenes, scenes } from './testing/scenes.ts'

vi.mock('#src/ui/notify.ts', () => ({ notify: () => {}, loadToaster: () => Promise.resolve() }))

interface Change {
  /** The call that changes something, if the step has one. */
  call?: string
  /** What the checkout says after the call; its step is the one that the page reported last. */
  done: Record<string, unknown>
  /** The step that a page then opens at. */
  opensAt: CheckoutState
  /** The page makes the call again, which the shop answers alike. */
  repeats?: true
}

const held = { seconds_remaining: 600 }
const paid = { payment_complete: 1 }
const given = { donation: { amount_before_booking_fee: '5.00' } }

/** What the shop has done at every step when the page is loaded again before it hears of it. */
const changes: Record<CheckoutState, Change> = {
  determining: { done: { state: 'login', ...held }, opensAt: 'login' },
  basket: { call: 'update_ticket_quantity', done: {}, opensAt: 'basket' },
  reserve: { call: 'reserve_tickets', done: held, opensAt: 'login', repeats: true },
  captcha: {
    call: 'reserve_tickets',
    done: { captcha_sitekey: '', ...held },
    opensAt: 'login',
    repeats: true,
  },
  donation: { call: 'save_donation', done: given, opensAt: 'donation' },
  gift_aid: { call: 'update_donation', done: { is_gift_aid: 1 }, opensAt: 'gift_aid' },
  login: { call: 'save_guest_to_sale', done: { init_guest_email: ada.email }, opensAt: 'login' },
  marketing_preferences: { call: 'set_marketing_preferences', done: {}, opensAt: 'marketing_preferences' },
  delivery_address: { call: 'set_delivery_address', done: {}, opensAt: 'delivery_address' },
  ticket_questions_before: {
    call: 'save_question_answers',
    done: {},
    opensAt: 'ticket_questions_before',
  },
  payment: { call: 'pay_with_card', done: paid, opensAt: 'deliver_tickets' },
  awaiting_truelayer: { done: paid, opensAt: 'deliver_tickets' },
  deliver_tickets: { call: 'deliver_to_bitticket', done: {}, opensAt: 'order_completed', repeats: true },
  ticket_questions_after: { call: 'save_question_answers', done: {}, opensAt: 'ticket_questions_after' },
  waiver: { done: { state: 'order_completed' }, opensAt: 'order_completed' },
  after_sale_messages: { done: { state: 'order_completed' }, opensAt: 'order_completed' },
  order_completed: { call: 'resend_tickets', done: {}, opensAt: 'order_completed' },
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await settled()
}

it.each(checkoutStates)(
  'shows the same or the lawful next step if the page is loaded again after what was done at %s, and repeats no call that is not to be repeated [F10]',
  async (state) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    fakeScripts()
    const { call = '', done, opensAt, repeats } = changes[state]
    const step = everyStep[state]
    const scene = [...scenes, ...paymentScenes].find(
      (one) => one.call === call && one.checkout.state === state,
    )
    const checkout = { ...step.checkout, ...scene?.checkout }
    const user = scene ? (scene.user ?? null) : step.user
    const replies = { ...step.replies, ...scene?.replies }
    const reserved = { reserved: 1, sale_reference: 'S1', checkout_time: 600 }

    const first = await openCheckout(checkout, {
      user,
      replies: { ...replies, ...(call && { [call]: pending().reply }) },
      hasBriefInput: true,
    })
    await scene?.before?.(first)
    await scene?.press?.(first)
    await pass(5_000)
    if (scene || state === 'deliver_tickets') expect(first.sent(call)).toHaveLength(1)
    cleanup()

    const again = await openCheckout(
      { state: opensAt === 'order_completed' && repeats ? state : opensAt },
      {
        user,
        replies: {
          ...replies,
          get: { sale_reference: 'S1', currency: '£', basket_total: '20.00', ...checkout, ...done },
          reserve_tickets: reserved,
          deliver_to_bitticket: opensAt === 'deliver_tickets' ? pending().reply : { delivery_completed: 1 },
          deliver_to_wallet: { delivery_completed: 1 },
        },
      },
    )
    await pass(3_000)
    await pass(3_000)
    expect(shownStep()).toBe(opensAt)
    expect(heading()).not.toBe('')
    expect(document.querySelector('main [data-tone="error"]')).toBeNull()
    expect(again.sent(call)).toHaveLength(repeats ? 1 : 0)
  },
)
