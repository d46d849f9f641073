import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor } from 'xstate'
import { countdownMachine, type Hold } from './countdown.ts'
import { holdOf } from './testing/start-checkout.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

function startCountdown(hold: Hold | null) {
  let expiries = 0
  const sendShown = vi.fn()
  const actor = createActor(
    countdownMachine.provide({
      actions: {
        sendOver: () => {
          expiries += 1
        },
        sendShown,
        sendShortened: () => {},
        sendLengthened: () => {},
      },
    }),
    { input: { hold } },
  ).start()
  return {
    left: () => actor.getSnapshot().context.secondsRemaining,
    expiries: () => expiries,
    sendShown,
    correct: (corrected: Hold) => actor.send({ type: 'countdown.corrected', hold: corrected }),
  }
}

/** Lets a laptop sleep: both its clocks advance, its timers do not. */
function sleep(seconds: number) {
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1_000)
  vi.setSystemTime(Date.now() + seconds * 1_000)
}

describe('the countdown', () => {
  it('counts down by the second: 600 becomes 597 in three seconds [CONT-52]', () => {
    const countdown = startCountdown(holdOf(600))
    expect(countdown.left()).toBe(600)
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(599)
    vi.advanceTimersByTime(2_000)
    expect(countdown.left()).toBe(597)
  })

  it('reports expiry once and never goes below 0 [CONT-53] [L5]', () => {
    const countdown = startCountdown(holdOf(2))
    vi.advanceTimersByTime(1_999)
    expect(countdown.expiries()).toBe(0)
    vi.advanceTimersByTime(60_000)
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(1)
  })

  it('expires at once with an expired hold', () => {
    const countdown = startCountdown({ deadline: 0, seconds: -5, asOf: 0 })
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(1)
  })

  it('catches up after a laptop has slept [L5]', () => {
    const countdown = startCountdown(holdOf(600))
    vi.advanceTimersByTime(1_000)
    sleep(300)
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(298)
    expect(countdown.sendShown).not.toHaveBeenCalled()
  })

  it('asks how long the hold lasts, once, if only the clock of the device has moved, by over 10 seconds [F7]', () => {
    const countdown = startCountdown(holdOf(600))
    vi.setSystemTime(Date.now() + 10_000)
    vi.advanceTimersByTime(1_000)
    expect(countdown.sendShown).not.toHaveBeenCalled()
    vi.setSystemTime(Date.now() - 10_001)
    vi.advanceTimersByTime(5_000)
    expect(countdown.left()).toBe(594)
    expect(countdown.sendShown).toHaveBeenCalledOnce()
  })

  it('expires after a laptop has slept through the hold', () => {
    const countdown = startCountdown(holdOf(600))
    sleep(3_600)
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(1)
  })

  it('accepts a longer or shorter hold [CONT-61]', () => {
    const countdown = startCountdown(holdOf(100))
    countdown.correct(holdOf(200))
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(199)
    countdown.correct(holdOf(10))
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(9)
  })

  it('runs again when an expired hold is extended, and expires again [CONT-61]', () => {
    const countdown = startCountdown(holdOf(1))
    vi.advanceTimersByTime(1_000)
    expect(countdown.expiries()).toBe(1)
    countdown.correct(holdOf(3))
    expect(countdown.left()).toBe(3)
    vi.advanceTimersByTime(3_000)
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(2)
  })

  it('counts a correction whose reply came late from when it was asked for, never below nothing [CALL-32, CONT-61]', () => {
    const countdown = startCountdown(holdOf(600))
    const late = [holdOf(45), holdOf(20)] as const
    vi.advanceTimersByTime(20_500)
    countdown.correct(late[0])
    expect(countdown.left()).toBe(25)
    countdown.correct(late[1])
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(1)
  })

  it('expires when corrected to no remaining time [CONT-61]', () => {
    const countdown = startCountdown(holdOf(100))
    countdown.correct(holdOf(0))
    expect(countdown.left()).toBe(0)
    expect(countdown.expiries()).toBe(1)
  })

  it('shows nothing and never expires without a hold', () => {
    const countdown = startCountdown(null)
    vi.advanceTimersByTime(60_000)
    expect(countdown.left()).toBeNull()
    expect(countdown.expiries()).toBe(0)
    countdown.correct(holdOf(50))
    vi.advanceTimersByTime(1_000)
    expect(countdown.left()).toBe(49)
  })
})
