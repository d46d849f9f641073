import { expect, vi } from 'vitest'
import {
  createActor,
  type AnyActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
} from 'xstate'
import type { Attempt } from '#machines/payment-attempt.ts'
import { isAt, type Case } from '#machines/paths/cases.ts'
import { models } from '#machines/paths/charts.ts'
import { sentByCharts } from '#machines/paths/proofs/events.ts'
import { labelOf } from '#machines/paths/model.ts'
import { actionOf } from '#machines/paths/test-path.ts'
import { fakeShop, settle, type CallName, type FakeShop } from '#machines/testing/fake-shop.ts'
import type { Move, RandomWalk } from './random-walk.ts'

const isChart = (actor: AnyActorRef | undefined): actor is AnyActorRef =>
  !!actor && 'machine' in (actor.getSnapshot() as object)

const snapshotOf = (actor: AnyActorRef) => actor.getSnapshot() as AnyMachineSnapshot

/** The running charts: the checkout, its child charts and theirs. */
function chartsOf(actor: AnyActorRef): AnyActorRef[] {
  const children = Object.values(snapshotOf(actor).children) as (AnyActorRef | undefined)[]
  return [actor, ...children.filter(isChart).flatMap(chartsOf)]
}

/** The cases of an event in a chart, by the names of the chart and the event. */
const casesOf = (type: string, snapshot: AnyMachineSnapshot): Case[] =>
  models
    .filter(({ machine }) => machine.id === snapshot.machine.id)
    .flatMap((model) => model.cases(type, snapshot))

function eventsOf(chart: AnyActorRef): Move[] {
  const snapshot = snapshotOf(chart)
  const { machine } = snapshot as { machine: AnyStateMachine }
  return machine.events
    .filter((type) => !type.startsWith('xstate.') && !type.includes('*') && !sentByCharts.includes(type))
    .flatMap((type) => casesOf(type, snapshot))
    .map((event) => ({
      name: `${machine.id}: ${labelOf(event)}`,
      sentence: actionOf(event, machine),
      make: () => chart.send(event as EventObject),
    }))
}

/** The replies and the failure of a call that waits. */
function repliesOf(name: CallName, charts: AnyActorRef[], shop: FakeShop): Move[] {
  const isRefresh = name === 'refreshCheckout'
  const id = isRefresh ? 'loadCheckout' : name
  const owner = charts.find(
    (chart) =>
      snapshotOf(chart).children[id] && isRefresh === (snapshotOf(chart).machine.id === 'checkoutRefresh'),
  )
  if (!owner) return []
  const snapshot = snapshotOf(owner)
  const { machine } = snapshot as { machine: AnyStateMachine }
  const answer = shop.reply as (name: CallName, output: unknown) => Promise<void>
  return ['done', 'error'].flatMap((kind) =>
    casesOf(`xstate.${kind}.actor.${id}`, snapshot).map((event) => ({
      name: `${machine.id}: ${labelOf(event)}`,
      sentence: actionOf(event, machine),
      make: () => (kind === 'done' ? answer(name, event.output) : shop.fail(name)),
    })),
  )
}

const pauses: Move[] = [
  ['300 ms', 300],
  ['1.5 s', 1_500],
  ['3 s', 3_000],
  ['30 s', 30_000],
  ['10 minutes', 600_000],
].map(([told, ms]) => ({
  name: `after ${told}`,
  sentence: `Wait ${told}`,
  make: () => vi.advanceTimersByTime(Number(ms)),
}))

/** Every event, reply, failure and pause that is possible now. */
function movesOf(actor: AnyActorRef, shop: FakeShop): Move[] {
  const charts = chartsOf(actor).filter((chart) => snapshotOf(chart).status === 'active')
  const replies = shop.waiting().flatMap((name) => repliesOf(name, charts, shop))
  return [...charts.flatMap(eventsOf), ...replies, ...pauses]
}

/** What holds after every move, whatever has happened. */
function expectSound(actor: AnyActorRef, shop: FakeShop) {
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
  expect(vi.getTimerCount(), 'timers, one for each delay of a state').toBe(delaysOf(actor))
}

/** The delays of the states that the running charts are in. */
const delaysOf = (actor: AnyActorRef) =>
  chartsOf(actor)
    .filter((chart) => snapshotOf(chart).status === 'active')
    .flatMap((chart) => snapshotOf(chart)._nodes)
    .flatMap((node) => [...new Set(node.after.map(({ eventType }) => eventType))]).length

/** Changes the checkout chart, or charts inside it, to something that a walk should find. */
export type Sabotage = (charts: FakeShop['charts']) => AnyStateMachine

/**
 * Walks through the checkout chart with all charts in it, on a fake clock and a fake shop. Returns the values of the
 * checkout's states that were seen; throws if something does not hold after a move.
 */
export async function walkCheckout(
  walk: RandomWalk,
  sabotage: Sabotage = ({ checkout }) => checkout,
): Promise<Set<string>> {
  const shop = fakeShop()
  const actor = createActor(sabotage(shop.charts) as AnyActorLogic) as AnyActorRef
  actor.subscribe({ error: () => {} })
  actor.start()
  const seen = new Set<string>()
  try {
    for (const choice of walk.choices) {
      await walk.make(choice, movesOf(actor, shop))
      await settle()
      seen.add(JSON.stringify(snapshotOf(actor).value))
      expectSound(actor, shop)
    }
    actor.stop()
    await settle()
    expect(vi.getTimerCount(), 'timers after the end').toBe(0)
    expect(shop.waiting(), 'calls after the end').toEqual([])
  } finally {
    actor.stop()
    vi.clearAllTimers()
  }
  return seen
}
