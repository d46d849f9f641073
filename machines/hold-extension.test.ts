import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { SHORT_TIME } from '#src/ui/short-time.ts'
import { countdownMachine } from './countdown.ts'
import { settle } from './testing/fake-shop.ts'
import { guestDetails } from './testing/samples.ts'
import { holdOf, loaded, startCheckout } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** A checkout at a step with that many seconds left of the hold. */
async function held(seconds: number, facts = {}) {
  const checkout = await startCheckout({ facts: { state: 'login', ...facts }, seconds })
  const extension = () => checkout.children().holdExtension!
  return {
    ...checkout,
    offer: () => extension().getSnapshot().value,
    message: () => extension().getSnapshot().context.message,
    press: () => extension().send({ type: 'hold.extend' }),
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) vi.advanceTimersByTime(1_000)
      await settle()
    },
    answer: (isExtended: boolean, left: number, message = '') =>
      checkout.reply('extendHold', { isExtended, message, hold: holdOf(left) }),
  }
}

type Held = Awaited<ReturnType<typeof held>>

describe('more time', () => {
  it('is offered when two minutes are left, and not before', async () => {
    const page = await held(123)
    await page.pass(2)
    expect(page.offer()).toBe('idle')
    await page.pass(1)
    expect(page.secondsLeft()).toBe(SHORT_TIME)
    expect(page.offer()).toBe('offered')
  })

  it('is offered at once to a buyer who comes back with less than two minutes left', async () => {
    expect((await held(90)).offer()).toBe('offered')
  })

  it('is not offered by a shop that does not say that it may be asked', async () => {
    const page = await held(123, { canExtendHold: false })
    await page.pass(30)
    expect(page.offer()).toBe('idle')
  })

  it('is given by one press, and the countdown goes on from what the shop answers', async () => {
    const page = await held(121)
    await page.pass(31)
    page.press()
    page.press()
    expect(page.inputs('extendHold')).toHaveLength(1)
    await page.answer(true, 390)
    expect(page.secondsLeft()).toBe(390)
    expect(page.offer()).toBe('extended')
    await page.pass(10)
    expect(page.offer()).toBe('idle')
  })

  it('is offered once', async () => {
    const page = await held(100)
    page.press()
    await page.answer(true, 130)
    await page.pass(20)
    expect(page.secondsLeft()).toBe(110)
    expect(page.offer()).toBe('idle')
  })

  it('is not given if the shop refuses, and the buyer reads why', async () => {
    const page = await held(100)
    page.press()
    await page.answer(false, 98, 'Others are waiting')
    expect([page.offer(), page.message()]).toEqual(['refused', 'Others are waiting'])
    expect(page.secondsLeft()).toBe(98)
  })

  it('is refused in our own words if the shop gives no reason', async () => {
    const page = await held(100)
    page.press()
    await page.answer(false, 98)
    expect(page.message()).toBe('Your tickets cannot be held any longer.')
  })

  it('is offered again after a call that fails, and the checkout is loaded again', async () => {
    const page = await held(100)
    page.press()
    await page.fail('extendHold')
    expect(page.errors).toEqual(['Unable to get more time. Please try again'])
    expect(page.offer()).toBe('offered')
    // The shop has given it, and only the answer was lost.
    await page.reply('refreshCheckout', loaded({ state: 'login', canExtendHold: false }, 395))
    expect(page.secondsLeft()).toBe(395)
    expect(page.offer()).toBe('idle')
  })

  it('is no longer offered, or refused, once the hold is longer for another reason', async () => {
    const offered = await held(100)
    offered.send({ type: 'hold.corrected', hold: holdOf(400) })
    expect(offered.offer()).toBe('idle')
    const refused = await held(100)
    refused.press()
    await refused.answer(false, 98)
    refused.send({ type: 'hold.corrected', hold: holdOf(400) })
    expect(refused.offer()).toBe('idle')
  })

  it('ends with the hold if nobody has asked for it', async () => {
    const page = await held(3)
    expect(page.where()).toContain('login')
    await page.pass(3)
    expect(page.where()).toContain('basket')
  })

  it('that was asked for in time keeps the step: when no time is left, the checkout is loaded again, and tells', async () => {
    const page = await held(3)
    page.press()
    await page.pass(5)
    expect([page.secondsLeft(), page.where(), page.offer()]).toEqual([
      0,
      expect.stringContaining('login'),
      'overdue',
    ])
    await page.reply('refreshCheckout', loaded({ state: 'login', canExtendHold: false }, 305))
    expect([page.secondsLeft(), page.where(), page.offer()]).toEqual([
      305,
      expect.stringContaining('login'),
      'extended',
    ])
    await page.pass(305)
    expect(page.where()).toContain('basket')
  })

  it.each([
    ['says that it has not given any', (page: Held) => page.reply('refreshCheckout', loaded({}, 0))],
    ['cannot be reached', (page: Held) => page.fail('refreshCheckout')],
    ['does not answer', () => {}],
  ])('ends with the hold, ten seconds later at most, if the shop %s', async (_, end) => {
    const page = await held(3)
    page.press()
    await page.pass(5)
    await end(page)
    await page.pass(10)
    expect(page.where()).toContain('basket')
    expect(page.context().showsExpiryNotice).toBe(true)
  })

  it('that comes while a payment is open counts when the payment fails', async () => {
    const page = await held(30, { state: 'payment' })
    await page.reply('prepareCard')
    page.send({ type: 'payment.pay', method: 'card', details: guestDetails })
    page.press()
    await page.answer(true, 320)
    await page.pass(40)
    await page.failPayment()
    expect(page.where()).toBe('payment.choosing')
  })
})

describe('the countdown', () => {
  function started(seconds: number | null) {
    const told: string[] = []
    const tell = (event: string) => () => void told.push(event)
    const actor = createActor(
      countdownMachine.provide({
        actions: {
          sendShortened: tell('shortened'),
          sendLengthened: tell('lengthened'),
          sendOver: tell('over'),
          sendShown: tell('shown'),
        },
      }),
      { input: { hold: seconds === null ? null : holdOf(seconds) } },
    ).start()
    return { told, correct: (to: number) => actor.send({ type: 'countdown.corrected', hold: holdOf(to) }) }
  }

  it('tells once that two minutes are left', () => {
    const { told } = started(125)
    vi.advanceTimersByTime(4_000)
    expect(told).toEqual([])
    vi.advanceTimersByTime(60_000)
    expect(told).toEqual(['shortened'])
  })

  it('tells so again after a correction has put it off', () => {
    const { told, correct } = started(121)
    vi.advanceTimersByTime(1_000)
    correct(122)
    vi.advanceTimersByTime(2_000)
    expect(told).toEqual(['shortened', 'lengthened', 'shortened'])
  })

  it('tells so at once if less is left when it starts, or is corrected', () => {
    expect(started(60).told).toEqual(['shortened'])
    const { told, correct } = started(null)
    correct(30)
    expect(told).toEqual(['shortened'])
  })
})
