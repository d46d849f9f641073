import { initialTransition, transition, type AnyMachineSnapshot } from 'xstate'
import type { Case } from '#machines/paths/cases.ts'
import { eventsIn, labelOf, type Model } from '#machines/paths/model.ts'

/** A state of a chart with the facts that its guards read. */
export interface Situation {
  model: Model
  snapshot: AnyMachineSnapshot
  /** What can happen next. */
  edges: Edge[]
  /** The last event of a shortest story that leads here; null at the start. */
  cause: Edge | null
}

/** An event in a situation, and the situation after it. */
export interface Edge {
  from: Situation
  to: Situation
  event: Case
  label: string
  /** Texts that the event makes the page show: notifications, and messages that the chart keeps or ends with. */
  said: string[]
}

/** A model with more situations has facts that grow with every round. */
const most = 3_000

const explored = new WeakMap<Model, Situation[]>()

/**
 * Returns every situation of a model, the first one first, in the order of their shortest stories. No actor runs: every
 * reply, failure and delay is an event. Two situations with the same state and the same facts are one.
 */
export function situationsOf(model: Model): Situation[] {
  const known = explored.get(model)
  if (known) return known
  const byKey = new Map<string, Situation>()
  const reach = (snapshot: AnyMachineSnapshot) => {
    const key = JSON.stringify([snapshot.value, snapshot.status, model.facts(snapshot)])
    const there = byKey.get(key)
    if (there) return there
    const found: Situation = { model, snapshot, edges: [], cause: null }
    byKey.set(key, found)
    return found
  }
  const start = reach(initialTransition(model.machine, model.input)[0])
  // A map may grow while it is read
  for (const from of byKey.values()) {
    if (byKey.size > most)
      throw new Error(
        `${model.machine.id} has more than ${most.toLocaleString('en-GB')} situations: its facts grow without end`,
      )
    const steps = eventsIn(model.cases, from.snapshot).map((event) => {
      const [snapshot, actions] = transition(model.machine, from.snapshot, event)
      return { event, snapshot, said: saidBy(from.snapshot, snapshot, actions) }
    })
    for (const { event, snapshot, said } of withoutOvertaken(from.snapshot, steps)) {
      const to = reach(snapshot)
      const edge = { from, to, event, label: labelOf(event), said }
      from.edges.push(edge)
      if (to !== start) to.cause ??= edge
    }
  }
  const situations = [...byKey.values()]
  explored.set(model, situations)
  return situations
}

/** Drops a delay of a state that a shorter one of the same state leaves first. */
function withoutOvertaken<Step extends { event: Case; snapshot: AnyMachineSnapshot }>(
  before: AnyMachineSnapshot,
  steps: Step[],
): Step[] {
  const delayOf = ({ event: { type } }: Step) => {
    const [, name = '', state] = /^xstate\.after\.([^.]+)\.(.*)$/.exec(type) ?? []
    return state === undefined ? null : { state, length: Number(before.machine.implementations.delays[name]) }
  }
  return steps.filter((step) => {
    const delay = delayOf(step)
    return !steps.some((other) => {
      const shorter = delay && delayOf(other)
      const isLeft = JSON.stringify(other.snapshot.value) !== JSON.stringify(before.value)
      return shorter && shorter.state === delay.state && shorter.length < delay.length && isLeft
    })
  })
}

/** Returns the labels of a shortest story from the start of a chart to a situation. */
export function storyOf({ cause }: Situation): string[] {
  return cause ? [...storyOf(cause.from), cause.label] : []
}

/** Names a chart's state: `payment: open.paying`; `+` joins parallel states. */
export function placeOf({ snapshot }: Situation): string {
  return `${snapshot.machine.id}: ${pathOf(snapshot.value)}`
}

function pathOf(value: unknown): string {
  if (typeof value === 'string') return value
  return Object.entries(value as object)
    .map(([key, inner]) => [key, pathOf(inner)].filter(Boolean).join('.'))
    .join(' + ')
}

/** Returns the texts of the situation that were not there before. */
function saidBy(
  before: AnyMachineSnapshot,
  after: AnyMachineSnapshot,
  actions: readonly { type: string; params?: unknown }[],
): string[] {
  const notices = actions
    .filter(({ type }) => type === 'notifyError' || type === 'notifySuccess')
    .flatMap(({ params }) => textsIn(params))
  const had = new Set(textsIn(before.context))
  const kept = textsIn(after.context).filter((text) => !had.has(text))
  return [...notices, ...kept, ...textsIn(after.output)].filter(Boolean)
}

const textsIn = (fields: unknown): string[] =>
  typeof fields === 'object' && fields !== null
    ? Object.values(fields).filter((value) => typeof value === 'string')
    : []
