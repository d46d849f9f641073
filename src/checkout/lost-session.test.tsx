// @vitest-environment happy-dom
import type { HCaptcha } from '@hcaptcha/react-hcaptcha'
import { act } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import { emptyCheckout } from '#server/checkout/empty-checkout.ts'
import { notRecognised } from '#server/http/session-middleware.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { everyStep, fakeScripts } from './testing/every-step.ts'
import { notices, openCheckout, refused, settled, shownStep } from './testing/open-checkout.tsx'
import { ada, both, card, openPayment, typeCard } from './testing/open-payment.ts'
import { openingScenes, paymentScenes, scenes, type Scene } from './testing/scenes.ts'

const said = vi.hoisted(() => [] as string[])
vi.mock('#src/ui/notify.ts', () => ({
  notify: (_: string, text: string) => said.push(text),
  loadToaster: () => Promise.resolve(),
}))

// The provider's widget, with a button that passes it.
vi.mock('@hcaptcha/react-hcaptcha', () => ({
  HCaptcha: ({ onVerify }: ComponentProps<typeof HCaptcha>) => (
    <button onClick={() => onVerify?.('passed', 'id')}>Pass</button>
  ),
}))

const sceneOf = (call: string) =>
  [...scenes, ...paymentScenes, ...openingScenes].find((one) => one.call === call)
const press =
  (name: string | RegExp): Scene['press'] =>
  (page) =>
    page.press(name)

interface Loss {
  /** The call that the shop rejects. */
  call: string
  /** Makes the call, if the step does not make it by itself. */
  press?: Scene['press']
  /** What the buyer is told. */
  says: string
  /** The step after that, if not the same. */
  leadsTo?: CheckoutState
}

/** What happens at every step to a visitor whom the shop does not recognise. */
const losses: Record<CheckoutState, Loss> = {
  determining: { call: 'get', press: press('Try again'), says: 'Your basket is empty.', leadsTo: 'basket' },
  basket: { call: 'update_ticket_quantity', says: 'Your basket is empty.' },
  reserve: { call: 'reserve_tickets', says: 'Unable to reserve tickets.', leadsTo: 'basket' },
  captcha: {
    call: 'reserve_tickets',
    press: async (page) => {
      await page.press('Pass')
      await page.press('Continue')
    },
    says: 'Unable to reserve ticket(s).',
    leadsTo: 'basket',
  },
  donation: { call: 'save_donation', says: 'There was a problem setting your donation amount.' },
  gift_aid: { call: 'update_donation', says: 'There was a problem setting your gift aid status.' },
  login: { call: 'save_guest_to_sale', says: notRecognised },
  marketing_preferences: {
    call: 'set_marketing_preferences',
    says: 'Unable to set the marketing preferences. Please try again later',
  },
  delivery_address: {
    call: 'set_delivery_address',
    says: 'Unable to set the delivery Address. Please try again later',
  },
  ticket_questions_before: { call: 'save_question_answers', says: notRecognised },
  payment: { call: 'pay_with_card', says: notRecognised },
  awaiting_truelayer: {
    call: 'get_truelayer_status',
    says: 'Unable to get TrueLayer status. Please try again later',
  },
  deliver_tickets: {
    call: 'deliver_to_bitticket',
    says: 'Delivery failed. Please contact support, Error code: 2961',
  },
  ticket_questions_after: {
    call: 'save_question_answers',
    press: press(/^(?:Save|Continue)/),
    says: notRecognised,
  },
  waiver: {
    call: 'update_basket_state',
    press: press('Continue'),
    says: 'Unable to update the Basket state. Please try again later',
    leadsTo: 'order_completed',
  },
  after_sale_messages: {
    call: 'update_basket_state',
    press: press('Continue'),
    says: 'Unable to update the Basket state. Please try again later',
    leadsTo: 'order_completed',
  },
  order_completed: { call: 'resend_tickets', says: notRecognised },
}

/** Replies from now on as the shop does to a visitor without a session, and returns the names of the calls. */
function loseSession() {
  const sent: string[] = []
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const name = new URL(request.url).pathname.split('/').findLast(Boolean) ?? ''
    sent.push(name)
    if (name === 'get') return Response.json(emptyCheckout)
    if (name === 'get_user') return Response.json({ user: null })
    return request.method === 'GET' ? refused('Not found', 404) : refused(notRecognised, 403)
  }
  return sent
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await settled()
}

const texts = () => [...said, ...notices(), document.querySelector('main')?.textContent ?? ''].join('\n')

/** Everything on the page, including what was typed. */
const everything = () =>
  [document.body.textContent, ...[...document.querySelectorAll('input')].map(({ value }) => value)].join('\n')

it.each(checkoutStates)(
  'tells a buyer at %s whose session is lost, without a loop, and shows nothing of them once the checkout is empty [F12]',
  async (state) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
      shouldAdvanceTime: true,
    })
    fakeScripts()
    said.length = 0
    const { call, press: ownPress, says, leadsTo = state } = losses[state]
    const scene = sceneOf(call)
    const isOwnScene = scene?.checkout.state === state
    const step = everyStep[state]
    const user = state === 'login' || state === 'determining' ? null : ada
    const reload = vi
      .spyOn(window.location, 'reload')
      .mockReset()
      .mockImplementation(() => {})
    let arrive = () => {}
    const page = await openCheckout(
      { ...step.checkout, ...(isOwnScene && scene.checkout), init_guest_email: 'ada@example.com' },
      {
        user,
        replies: {
          ...step.replies,
          ...(isOwnScene && scene.replies),
          // The tickets are being reserved when the session is lost.
          ...(state === 'reserve' && {
            reserve_tickets: () =>
              new Promise<Response>((resolve) => (arrive = () => resolve(refused(notRecognised, 403)))),
          }),
        },
        hasBriefInput: true,
      },
    )
    if (isOwnScene && !ownPress) await scene.before?.(page)

    const sent = loseSession()
    arrive()
    if (ownPress) await ownPress(page)
    else if (isOwnScene) await scene.press?.(page).catch(() => {})
    await pass(5_000)
    expect(texts()).toContain(says)
    expect(shownStep()).toBe(leadsTo)
    expect(everything()).not.toContain('Claim')

    sent.length = 0
    await pass(5 * 60_000)
    if (state === 'awaiting_truelayer') expect(sent.length).toBeLessThanOrEqual(60)
    else expect(sent).toEqual([])

    act(() => void window.dispatchEvent(new Event('online')))
    await pass(5_000)
    expect(reload).toHaveBeenCalledTimes(user ? 1 : 0)

    // A page that is not loaded anew shows nothing of them either.
    sent.length = 0
    act(() => void window.dispatchEvent(new Event('online')))
    await pass(5_000)
    expect(sent).toContain('get')
    expect(sent.length).toBeLessThanOrEqual(3)
    sent.length = 0
    await pass(5 * 60_000)
    expect(sent).toEqual([])
    expect(everything()).not.toMatch(/ada|byron|@example\.com|lantern|high street/i)
    expect(everything()).not.toContain('confirm £0.00')
    expect(shownStep()).toBe(state === 'awaiting_truelayer' ? state : 'basket')
  },
)

it.each([
  ['by card', card, 'Pay £53.00'],
  ['by bank', both, 'Pay £53.00 with your bank'],
])(
  'never offers a basket that is paid %s as free tickets after the session is lost, however often the buyer pays [F12]',
  async (_, basket, pay) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const page = await openPayment({ ...basket, tickets: everyStep.payment.checkout.tickets })
    const fill = () => (basket === both ? page.press(/^Instant Bank Transfer/) : typeCard(page))
    await fill()
    const sent = loseSession()
    await page.press(pay)
    await pass(5_000)
    expect(texts()).toContain(notRecognised)
    if (basket === both) await page.press(/^Credit or Debit Card/)
    await typeCard(page)
    await page.press('Pay £53.00')
    await pass(5_000)
    expect(texts()).toContain('Your basket is empty now. Please refresh the page.')
    expect(everything()).not.toContain('Claim')
    expect(sent.filter((name) => /pay/.test(name))).toHaveLength(1)
  },
)
