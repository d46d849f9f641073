// @vitest-environment happy-dom
import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { fakeCardProvider } from './testing/fake-card-provider.ts'
import { fakeSquare } from './testing/fake-square.ts'
import { openCheckout, pending, settled, shownStep } from './testing/open-checkout.tsx'
import { paymentScenes, scenes, type Scene } from './testing/scenes.ts'

vi.mock('#src/ui/notify.ts', () => ({ notify: () => {}, loadToaster: () => Promise.resolve() }))

/** Opens the screen that makes the call, whose reply is pending. `changes` are of the checkout. */
async function open({ call, checkout, user, replies = {}, before }: Scene, changes: object = {}) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'],
    shouldAdvanceTime: true,
  })
  fakeCardProvider()
  fakeSquare()
  const reply = pending()
  const page = await openCheckout(
    { ...checkout, ...changes },
    { user: user ?? null, replies: { ...replies, [call]: reply.reply }, hasBriefInput: true },
  )
  const given = globalThis.fetch
  const signals: AbortSignal[] = []
  globalThis.fetch = (input, init) => {
    const request = input as Request
    if (new URL(request.url).pathname.endsWith(`/${call}/`)) signals.push(request.signal)
    return given(input, init)
  }
  await before?.(page)
  await pass(3_000)
  return { ...page, signals, arrive: reply.arrive }
}

async function pass(ms: number) {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  await settled()
}

/** Calls back after the page has handled each click, in the same task. */
function afterClick(react: (target: HTMLElement) => void) {
  const heard = (event: Event) => react(event.target as HTMLElement)
  window.addEventListener('click', heard)
  return () => window.removeEventListener('click', heard)
}

it.each([...scenes, ...paymentScenes].filter(({ press }) => press))(
  '$call: sends one request, however often the buyer presses or repeats Enter before the reply [F6]',
  async (scene) => {
    const page = await open(scene)
    const before = page.sent(scene.call).length
    let pressed: HTMLElement | undefined
    const stop = afterClick((target) => {
      stop()
      pressed = target
      target.click()
    })
    await scene.press?.(page)
    expect(pressed).toBeDefined()
    for (const ms of [50, 300]) {
      await pass(ms)
      act(() => pressed?.click())
      const button = pressed?.closest<HTMLButtonElement>('button[type=submit]')
      if (button?.isConnected) act(() => button.form?.requestSubmit(button))
    }
    await pass(3_000)
    expect(page.sent(scene.call)).toHaveLength(before + 1)
    page.arrive()
    await pass(1_000)
  },
)

/** Steps that the buyer leaves when the hold expires, unless a payment is in flight. */
const held = [
  'donation',
  'gift_aid',
  'login',
  'marketing_preferences',
  'delivery_address',
  'ticket_questions_before',
]

/** Calls that only read, and for nobody but the step that has made them. */
const ownReads = ['lookup_address']

it.each(scenes.filter(({ press, checkout }) => press && held.includes(checkout.state)))(
  '$call: a step that is left while the call is pending aborts it only if it changes nothing, and its late reply moves nothing [F4, F22]',
  async (scene) => {
    const page = await open(scene, { seconds_remaining: 60 })
    await scene.press?.(page)
    expect(page.signals).toHaveLength(1)
    page.change({ state: 'basket', seconds_remaining: 0 })
    await pass(61_000)
    expect(shownStep()).toBe('basket')
    expect(page.signals.map(({ aborted }) => aborted)).toEqual([ownReads.includes(scene.call)])
    page.arrive()
    await pass(3_000)
    expect(shownStep()).toBe('basket')
    expect(page.signals).toHaveLength(1)
  },
)

it('aborts a pending question for the status of a bank payment once the order is known to be paid [F22]', async () => {
  const page = await open({ call: 'get_truelayer_status', checkout: { state: 'awaiting_truelayer' } })
  expect(page.signals.map(({ aborted }) => aborted)).toEqual([false])
  page.change({ payment_complete: 1 })
  act(() => void window.dispatchEvent(new Event('online')))
  await settled()
  expect(page.signals.map(({ aborted }) => aborted)).toEqual([true])
})
