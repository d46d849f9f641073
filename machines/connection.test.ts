import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import { connectionMachine, type ConnectionEvent } from './connection.ts'

const refreshCheckout = vi.fn()
const replaceRead = vi.fn()

function start() {
  const actor = createActor(
    connectionMachine.provide({
      actors: { networkSignals: fromCallback<ConnectionEvent>(() => {}) },
      actions: { refreshCheckout, replaceRead },
    }),
  ).start()
  const send = (...events: ConnectionEvent[]) => events.forEach((event) => actor.send(event))
  return { state: () => actor.getSnapshot().value, send }
}

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  refreshCheckout.mockClear()
  replaceRead.mockClear()
})

const started = (call = 1) => ({ type: 'call.started', call }) as const
const ended = (call = 1) => ({ type: 'call.ended', call }) as const

describe('a long call', () => {
  it('is told of after 10 seconds, until it ends [F4]', () => {
    const { state, send } = start()
    send(started())
    vi.advanceTimersByTime(9_999)
    expect(state()).toBe('waiting')
    vi.advanceTimersByTime(1)
    expect(state()).toBe('slow')
    send(ended())
    expect(state()).toBe('quiet')
  })

  it('is told of as long as any call is pending', () => {
    const { state, send } = start()
    send(started(1), started(2))
    vi.advanceTimersByTime(10_000)
    send(ended(2))
    expect(state()).toBe('slow')
    send(ended(1))
    expect(state()).toBe('quiet')
  })

  it('is not made of short ones that overlap [F4]', () => {
    const { state, send } = start()
    send(started(0))
    for (let call = 1; call <= 20; call += 1) {
      vi.advanceTimersByTime(1_000)
      send(started(call))
      vi.advanceTimersByTime(1_000)
      send(ended(call - 1))
      expect(state()).toBe('waiting')
    }
    vi.advanceTimersByTime(10_000)
    expect(state()).toBe('slow')
  })

  it('is told of while others start and end [F4]', () => {
    const { state, send } = start()
    send(started(0))
    for (let call = 1; call <= 10; call += 1) {
      expect(state()).toBe('waiting')
      send(started(call))
      vi.advanceTimersByTime(1_000)
      send(ended(call))
    }
    expect(state()).toBe('slow')
  })

  it('has the checkout reloaded every 30 seconds, as its reply may be lost', () => {
    const { send } = start()
    send(started())
    vi.advanceTimersByTime(39_999)
    expect(refreshCheckout).toHaveBeenCalledTimes(0)
    vi.advanceTimersByTime(30_001)
    expect(refreshCheckout).toHaveBeenCalledTimes(2)
    send(ended())
    vi.advanceTimersByTime(60_000)
    expect(refreshCheckout).toHaveBeenCalledTimes(2)
  })
})

describe('a read that hangs', () => {
  it('is replaced after 30 seconds, and after twice as long each time, so that a slow shop gets to answer [F4]', () => {
    const { send } = start()
    send(started())
    vi.advanceTimersByTime(10_000)
    const replacedAfter = Array.from({ length: 16 }, (_, recheck) => {
      replaceRead.mockClear()
      vi.advanceTimersByTime(30_000)
      return replaceRead.mock.calls.length > 0 ? [recheck + 1] : []
    }).flat()
    expect(replacedAfter).toEqual([1, 2, 4, 8, 16])
  })

  it('is given 30 seconds anew once the shop has answered', () => {
    const { send } = start()
    send(started(1))
    vi.advanceTimersByTime(10_000 + 5 * 30_000)
    send(ended(1))
    replaceRead.mockClear()
    send(started(2))
    vi.advanceTimersByTime(40_000)
    expect(replaceRead).toHaveBeenCalledTimes(1)
  })
})

describe('a script that cannot be loaded', () => {
  it('is told of until the page is loaded again, also while calls are pending [F27]', () => {
    const { state, send } = start()
    send(started(1), { type: 'script.missing' }, ended(1), started(2))
    vi.advanceTimersByTime(60_000)
    expect(state()).toBe('incomplete')
  })

  it('is not told of offline, where it is no wonder', () => {
    const { state, send } = start()
    send({ type: 'network.lost' }, { type: 'script.missing' })
    expect(state()).toBe('offline')
  })
})

describe('a session that the shop does not recognise', () => {
  const refused = { ...ended(1), session: 'refused' } as const

  it.each([
    ['at once', 0],
    ['after a while', 10_000],
  ])('is told of until the page is loaded again: %s [F12]', (_, ms) => {
    const { state, send } = start()
    send(started(1))
    vi.advanceTimersByTime(ms)
    send(refused, started(2), ended(2))
    vi.advanceTimersByTime(60_000)
    expect(state()).toBe('unrecognised')
  })

  it('is no longer told of once the shop has accepted a call [F12]', () => {
    const { state, send } = start()
    send(started(1), refused, started(2), started(3), { ...ended(2), session: 'accepted' })
    expect(state()).toBe('waiting')
    send(ended(3))
    expect(state()).toBe('quiet')
    send(started(1), refused, started(2), { ...ended(2), session: 'accepted' })
    expect(state()).toBe('quiet')
    vi.advanceTimersByTime(60_000)
    expect(state()).toBe('quiet')
  })

  it('is still told of when a call is accepted that was made before the refused one', () => {
    const { state, send } = start()
    send(started(1), started(2), { ...refused, call: 2 }, { ...ended(1), session: 'accepted' })
    expect(state()).toBe('unrecognised')
    send(started(3), { ...ended(3), session: 'accepted' })
    expect(state()).toBe('quiet')
  })

  it('is told of although another call is pending', () => {
    const { state, send } = start()
    send(started(1), started(2), refused)
    expect(state()).toBe('unrecognised')
  })
})

describe('an offline device', () => {
  it('is told of until it is online, which is confirmed for 3 seconds [F2]', () => {
    const { state, send } = start()
    send({ type: 'network.lost' })
    vi.advanceTimersByTime(60_000)
    expect(state()).toBe('offline')
    send({ type: 'network.found' })
    expect(state()).toBe('recovered')
    vi.advanceTimersByTime(3_000)
    expect(state()).toBe('quiet')
  })

  it('still waits for the calls that were sent before or meanwhile', () => {
    const { state, send } = start()
    send(started(1), { type: 'network.lost' }, started(2), ended(1), { type: 'network.found' })
    vi.advanceTimersByTime(3_000)
    expect(state()).toBe('waiting')
    send(ended(2))
    expect(state()).toBe('quiet')
  })
})
