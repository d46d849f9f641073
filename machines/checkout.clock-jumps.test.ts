import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { settle } from './testing/fake-shop.ts'
import { heldSteps } from './testing/held-steps.ts'
import { holdOf, loaded, startCheckout } from './testing/start-checkout.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const jumps = [5 * minute, hour, day, -hour, -day]

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Lets the device sleep or its clock be set: neither its timers nor its monotonic clock notice. */
const jump = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function at(state: CheckoutState) {
  const checkout = await startCheckout({ facts: { state } })
  const reads = () => checkout.made.filter(({ name }) => name === 'refreshCheckout').length
  return { ...checkout, reads }
}

const tick = async () => {
  vi.advanceTimersByTime(1_000)
  await settle()
}

it.each(heldSteps)(
  'asks the shop at %s how long the hold lasts when the clock has jumped, and believes it, not the clock [F7, F8]',
  async (state) => {
    for (const ms of jumps) {
      const checkout = await at(state)
      await tick()
      expect(checkout.reads(), `${ms}`).toBe(0)
      jump(ms)
      await tick()
      expect(checkout.secondsLeft(), `${ms}`).toBe(598)
      expect(checkout.reads(), `${ms}`).toBe(1)
      await checkout.reply('refreshCheckout', { ...loaded({ state }), hold: holdOf(250) })
      expect(checkout.secondsLeft(), `${ms}`).toBe(250)
      expect(checkout.where().split('.')[0], `${ms}`).toBe(state)
      await tick()
      await tick()
      expect(checkout.reads(), `${ms}: once`).toBe(1)
      checkout.actor.stop()
    }
  },
)

it.each(heldSteps)(
  'returns from %s to the basket if the hold has expired while the device slept [F7]',
  async (state) => {
    for (const ms of [hour, day]) {
      const checkout = await at(state)
      jump(ms)
      await tick()
      await checkout.reply('refreshCheckout', { ...loaded({ state }), hold: holdOf(0) })
      expect(checkout.where().split('.')[0], `${ms}`).toBe('basket')
      expect(checkout.context().showsExpiryNotice, `${ms}`).toBe(true)
      checkout.actor.stop()
    }
  },
)

it('stays with a bank payment although the device has slept through the hold [F7]', async () => {
  const checkout = await at('awaiting_truelayer')
  jump(day)
  await tick()
  await checkout.reply('refreshCheckout', { ...loaded({ state: 'awaiting_truelayer' }), hold: holdOf(0) })
  expect(checkout.where().split('.')[0]).toBe('awaiting_truelayer')
  expect(checkout.secondsLeft()).toBe(0)
})

afterEach(() => void vi.unstubAllEnvs())

/** Instants just before the clocks of London change, in the night of the change. */
const nights = ['2026-03-29T00:59:58Z', '2026-10-25T00:59:58Z']

it.each(['Europe/London', 'America/Los_Angeles', 'Pacific/Kiritimati', 'Asia/Kolkata'])(
  'counts down and asks for nothing on a device in %s, also in the night in which clocks are changed [F8]',
  async (name) => {
    vi.stubEnv('TZ', name)
    for (const night of nights) {
      vi.setSystemTime(new Date(night))
      const checkout = await at('login')
      const before = checkout.secondsLeft() ?? 0
      for (let ticks = 0; ticks < 5; ticks += 1) await tick()
      expect(checkout.secondsLeft(), night).toBe(before - 5)
      expect(checkout.reads(), night).toBe(0)
      checkout.actor.stop()
    }
  },
)
