import { expect, it } from 'vitest'
import {
  createActor,
  SimulatedClock,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate'
import type { Attempt } from '#machines/payment-attempt.ts'
import { fakeShop, settle, type CallName } from '#machines/testing/fake-shop.ts'
import { isAt, type Case } from './cases.ts'
import { models } from './charts.ts'
import { sentByCharts } from './proofs/events.ts'

/** `WALKS=10000 npx vitest run machines/paths/random-walks.test.ts` plays more; `WALKS_SEED=7` plays one again. */
const walks = Number(process.env.WALKS ?? 150)
const onlySeed = process.env.WALKS_SEED
const stepsPerWalk = 60

interface Move {
  name: string
  make: () => unknown
}

/** A generator of numbers from 0 to below 1 that depends on its seed alone. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const isChart = (actor: AnyActorRef | undefined): actor is AnyActorRef =>
  !!actor && 'machine' in (actor.getSnapshot() as object)

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot

/** The running charts: the checkout, its child charts and theirs. */
function chartsOf(actor: AnyActorRef): AnyActorRef[] {
  const children = Object.values(snapshotOf(actor).children) as (AnyActorRef | undefined)[]
  return [actor, ...children.filter(isChart).flatMap(chartsOf)]
}

/** The cases of an event in a chart, by the names of the chart and the event. */
function casesOf(type: string, snapshot: AnyMachineSnapshot): Case[] {
  const cases = models
    .filter(({ machine }) => machine.id === snapshot.machine.id)
    .flatMap((model) => model.cases(type, snapshot))
  return cases
}

function movesOf(actor: AnyActorRef, shop: ReturnType<typeof fakeShop>, clock: SimulatedClock): Move[] {
  const charts = chartsOf(actor).filter((chart) => snapshotOf(chart).status === 'active')
  const events = charts.flatMap((chart) => {
    const snapshot = snapshotOf(chart)
    const { machine } = snapshot as { machine: AnyStateMachine }
    return machine.events
      .filter((type) => !type.startsWith('xstate.') && !type.includes('*') && !sentByCharts.includes(type))
      .flatMap((type) => casesOf(type, snapshot))
      .map((event) => ({
        name: `${machine.id} gets ${event.type} ${event.label}`,
        make: () => chart.send(event as EventObject),
      }))
  })
  const replies = shop.waiting().flatMap((name) => {
    const isRefresh = name === 'refreshCheckout'
    const id = isRefresh ? 'loadCheckout' : name
    const owner = charts.find(
      (chart) =>
        snapshotOf(chart).children[id] &&
        (name !== 'loadCheckout' || snapshotOf(chart).machine.id !== 'checkoutRefresh') &&
        (!isRefresh || snapshotOf(chart).machine.id === 'checkoutRefresh'),
    )
    const outputs = owner ? casesOf(`xstate.done.actor.${id}`, snapshotOf(owner)) : []
    const answer = shop.reply as (name: CallName, output: unknown) => Promise<void>
    return [
      ...outputs.map(({ label, output }) => ({
        name: `${name} replies ${label}`,
        make: () => answer(name, output),
      })),
      { name: `${name} fails`, make: () => shop.fail(name) },
    ]
  })
  const times = [300, 1_500, 3_000, 30_000].map((ms) => ({
    name: `${ms} ms pass`,
    make: () => clock.increment(ms),
  }))
  return [events, replies, times].flat()
}

/** What holds after every move, whatever has happened. */
function expectSound(actor: AnyActorRef, shop: ReturnType<typeof fakeShop>) {
  const { value, status, children } = snapshotOf(actor)
  expect(status).toBe('active')
  for (const chart of chartsOf(actor)) expect(snapshotOf(chart).status, chart.id).not.toBe('error')
  expect(children.countdown !== undefined, 'a countdown runs exactly while tickets are held').toBe(
    isAt(value, 'holding'),
  )
  const payment = children.payment as AnyActorRef | undefined
  const isOpen = payment ? snapshotOf(payment).hasTag('payment_open') : false
  expect(isAt(value, 'holding', 'payment', 'paying'), 'both charts agree on an open payment').toBe(isOpen)
  const attempt = chartsOf(actor).find((chart) => snapshotOf(chart).machine.id === 'paymentAttempt')
  const { attempts = [] }: { attempts?: Attempt[] } = attempt ? snapshotOf(attempt).context : {}
  expect(attempts.filter(({ doubt }) => doubt).length, 'unsettled requests').toBeLessThanOrEqual(1)
  const calls = shop.waiting()
  for (const once of [
    'confirmTotal',
    'preparePayment',
    'sendPayment',
    'claimFreeTickets',
    'reserveTickets',
    'destroySale',
    'updateBasketState',
    'getTruelayerStatus',
  ])
    expect(calls.filter((name) => name === once).length, `${once} in flight`).toBeLessThanOrEqual(1)
}

/** The delays of the states that the running charts are in. */
const delaysOf = (actor: AnyActorRef) =>
  chartsOf(actor)
    .filter((chart) => snapshotOf(chart).status === 'active')
    .flatMap((chart) => snapshotOf(chart)._nodes)
    .flatMap((node) => [...new Set(node.after.map(({ eventType }) => eventType))]).length

/** Timers that have been started and not stopped. */
const timersOf = (clock: SimulatedClock) =>
  (clock as unknown as { timeouts: Map<number, unknown> }).timeouts.size

async function walk(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T
  const shop = fakeShop()
  const clock = new SimulatedClock()
  const actor = createActor(shop.charts.checkout, { clock })
  actor.subscribe({ error: () => {} })
  actor.start()
  const made: string[] = []
  const seen = new Set<string>()
  try {
    for (let step = 0; step < stepsPerWalk; step += 1) {
      const moves = movesOf(actor, shop, clock)
      // A reply is as likely as an event, although there are fewer.
      const replies = moves.filter(({ name }) => name.includes(' replies '))
      const move = replies.length > 0 && random() < 0.5 ? pick(replies) : pick(moves)
      made.push(move.name)
      await move.make()
      await settle()
      seen.add(JSON.stringify(snapshotOf(actor).value))
      expectSound(actor, shop)
      expect(timersOf(clock), 'timers, one for each delay of a state').toBe(delaysOf(actor))
    }
    actor.stop()
    await settle()
    expect(timersOf(clock), 'timers after the end').toBe(0)
    expect(shop.waiting(), 'calls after the end').toEqual([])
  } catch (error) {
    throw new Error(`WALKS_SEED=${seed}\n${made.join('\n')}\n${String(error)}`, { cause: error })
  }
  return seen
}

it('stays sound on random walks: any event, reply, failure and pause in any order [F22, F23]', async () => {
  const seen = new Set<string>()
  const seeds = onlySeed ? [Number(onlySeed)] : Array.from({ length: walks }, (_, index) => index + 1)
  for (const seed of seeds) for (const value of await walk(seed)) seen.add(value)
  if (!onlySeed) expect(seen.size, 'states').toBeGreaterThan(20)
}, 300_000)
