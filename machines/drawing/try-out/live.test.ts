import { describe, expect, it } from 'vitest'
import { heard, type Live, type Told } from './live.ts'

const told = (chart: string, event: string, more: Partial<Told> = {}): Told => ({
  load: 'first',
  actor: chart,
  chart,
  event,
  states: [chart],
  isRunning: true,
  seconds: null,
  ...more,
})
const after = (...all: Told[]) => all.reduce<Live | null>(heard, null)!

describe('a checkout that is followed', () => {
  it('tells its last events in words, the newest first, without the ticks of the countdown', () => {
    const { events } = after(
      told('checkout', 'xstate.init'),
      told('checkout', 'donation.skip'),
      told('countdown', 'xstate.after.tick.countdown.running', { seconds: 599 }),
      told('payment', 'payment.pay'),
    )
    expect(events).toEqual(['Press "Pay"', 'Press "Skip donation"'])
  })

  it('keeps the last twelve events', () => {
    const { events } = after(...Array.from({ length: 20 }, () => told('checkout', 'donation.skip')))
    expect(events).toHaveLength(12)
  })

  it('tells the time left while tickets are held', () => {
    const running = told('countdown', 'xstate.init', { seconds: 600 })
    expect(after(running).seconds).toBe(600)
    expect(after(running, told('checkout', 'donation.skip')).seconds).toBe(600)
    expect(after(running, { ...running, isRunning: false }).seconds).toBeNull()
  })

  it('forgets a chart that has ended, and all charts of a page that was loaded again', () => {
    const ended = after(told('account', 'xstate.init'), told('account', 'name.submit', { isRunning: false }))
    expect([...ended.charts.keys()]).toEqual([])
    const again = after(told('account', 'xstate.init'), told('checkout', 'xstate.init', { load: 'second' }))
    expect([...again.charts.keys()]).toEqual(['checkout'])
  })
})
