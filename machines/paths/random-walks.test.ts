import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { changed } from './proofs/sabotage.ts'
import { walkCheckout, type Sabotage } from './walks/checkout-walk.ts'
import { findWrongWalk, type RandomWalk } from './walks/random-walk.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** `WALKS=10000` plays more, `WALKS_SEED=7` others. A failure prints the `WALKS_PATH` that plays it again. */
const { WALKS = '150', WALKS_SEED = '1', WALKS_PATH } = process.env

it('stays sound on random walks: any event, reply, failure and pause in any order [F22, F23]', async () => {
  const seen = new Set<string>()
  const play = async (walk: RandomWalk) => {
    for (const value of await walkCheckout(walk)) seen.add(value)
  }
  const wrong = await findWrongWalk(play, {
    walks: Number(WALKS),
    seed: Number(WALKS_SEED),
    mostMoves: 120,
    path: WALKS_PATH,
  })
  if (wrong)
    throw new Error(
      `${wrong.story}\nWALKS_PATH=${wrong.path} npx vitest run machines/paths/random-walks.test.ts plays it again.`,
    )
  if (!WALKS_PATH) expect(seen.size, 'states').toBeGreaterThan(20)
}, 300_000)

describe('tells the shortest walk, and plays it again, if', () => {
  async function findTwice(sabotage: Sabotage) {
    const play = async (walk: RandomWalk) => void (await walkCheckout(walk, sabotage))
    const options = { walks: 2_000, seed: 1, mostMoves: 120 }
    const wrong = await findWrongWalk(play, options)
    const again = await findWrongWalk(play, { ...options, path: wrong?.path })
    return { wrong, again }
  }

  /** A checkout in which the payment chart has lost an action that tells the checkout something. */
  const silenced =
    (state: 'open' | 'settled'): Sabotage =>
    ({ checkout, payment }) =>
      (checkout as AnyStateMachine).provide({
        actors: { payment: changed(payment, ({ states }) => delete states[state].entry) },
      })

  it('the checkout is not told that a payment begins', async () => {
    const { wrong, again } = await findTwice(silenced('open'))
    expect(wrong?.story).toContain('AssertionError: both charts agree on an open payment')
    expect(wrong?.moves).toBeLessThanOrEqual(4)
    expect(again).toEqual(wrong)
  })

  it('the checkout is not told that a payment has failed', async () => {
    const { wrong, again } = await findTwice(silenced('settled'))
    expect(wrong?.story).toContain('AssertionError: both charts agree on an open payment')
    expect(wrong?.moves).toBeLessThanOrEqual(4)
    expect(again).toEqual(wrong)
  })
})
