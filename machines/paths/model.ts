import {
  __unsafe_getAllOwnEventDescriptors,
  fromTransition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
} from 'xstate'
import type { FakeShop } from '#machines/testing/fake-shop.ts'
import { event, type Case } from './cases.ts'
import { stage } from './stage.ts'
import { nodesOf, shortEvent } from './transitions.ts'

/** Describes how to run a chart: the shipped machine, the cases of its events, and the facts its guards read. */
export interface Model {
  chart: keyof FakeShop['charts']
  machine: AnyStateMachine
  cases(type: string, snapshot: AnyMachineSnapshot): Case[]
  /** Returns the part of the context that guards read. */
  facts(snapshot: AnyMachineSnapshot): unknown
  /** Returns the part of the context that guards and cases read, if cases read more of it. */
  caseFacts?(snapshot: AnyMachineSnapshot): unknown
  input?: unknown
  /** What distinguishes this way to start the chart from its others. */
  start?: string
  /** Also distinguishes states by the facts before the last transition. */
  distinguishesOrigins?: boolean
  /** Restricts the paths to certain events. */
  includes?(snapshot: AnyMachineSnapshot, event: Case): boolean
}

export interface Step {
  event: Case
  /** The snapshot after the event. */
  snapshot: AnyMachineSnapshot
}

/** A path through a chart from its start. */
export type Path = Step[]

/** A step on the way to others, with what distinguishes it, as text: a step is compared often. */
interface Arrival extends Step {
  label: string
  place: string
  facts: string
}

interface Vertex extends Arrival {
  previous: Vertex | null
}

/**
 * Returns the shortest path to every event in every distinguishable state of a chart. A vertex includes how the state
 * was entered, because the traversal would otherwise drop transitions into states that it has already visited. No actor
 * runs here: replies are cases like any other event. A path that is the beginning of another is left out.
 */
export function pathsOf({ distinguishesOrigins = false, ...model }: Model): Path[] {
  const { first, stepsFrom } = stepsIn(model)
  const seen = new Set<string>()
  const inner = new Set<Vertex | null>()
  const vertices: Vertex[] = []
  const add = (vertex: Vertex) => {
    const { place, facts, label, previous } = vertex
    const key = [place, facts, label, previous?.place, distinguishesOrigins && previous?.facts].join('\n')
    if (seen.has(key)) return
    seen.add(key)
    inner.add(previous)
    vertices.push(vertex)
  }
  add({ ...first, previous: null })
  // Grows while it is read
  for (const vertex of vertices)
    for (const step of stepsFrom(vertex.snapshot)) add({ ...step, previous: vertex })
  return vertices.filter((vertex) => !inner.has(vertex)).map(pathTo)
}

/** Finds the steps of a chart, which are the same wherever guards and cases read the same facts. */
function stepsIn(model: Omit<Model, 'distinguishesOrigins'>) {
  const { cases, facts, caseFacts = facts, includes, input } = model
  const machine = withoutActors(model.machine)
  const known = new Map<string, Arrival[]>()
  const arrival = (event: Case, snapshot: AnyMachineSnapshot): Arrival => ({
    event,
    snapshot,
    label: labelOf(event),
    place: JSON.stringify(snapshot.value),
    facts: JSON.stringify(facts(snapshot)),
  })
  const stepsFrom = (from: AnyMachineSnapshot) => {
    const key = JSON.stringify([from.value, caseFacts(from)])
    const before = known.get(key)
    if (before) return before
    const steps = eventsIn(cases, from)
      .filter((event) => includes?.(from, event) ?? true)
      .map((event) => arrival(event, machine.transition(from, event, stage())))
    known.set(key, steps)
    return steps
  }
  return { first: arrival(event('', ''), machine.getInitialSnapshot(stage(), input)), stepsFrom }
}

function pathTo(end: Vertex): Path {
  const path: Path = []
  for (let one = end; one.previous; one = one.previous) path.unshift(one)
  return path
}

/** A chart whose invocations do nothing: the shipped chart names its calls only, and xstate would fail to start each. */
function withoutActors(machine: AnyStateMachine): AnyStateMachine {
  const names = nodesOf(machine.root).flatMap(({ invoke }) => invoke.map(({ src }) => String(src)))
  return machine.provide({ actors: Object.fromEntries(names.map((name) => [name, idle])) })
}

const idle = fromTransition(() => null, null)

/** The cases of every event that can happen in a state: a chart alone sends itself the end of one of its states. */
export function eventsIn(cases: Model['cases'], snapshot: AnyMachineSnapshot): Case[] {
  if (snapshot.status === 'done') return []
  return __unsafe_getAllOwnEventDescriptors(snapshot)
    .filter((type) => !/^xstate\.(snapshot|done\.state)\./.test(type))
    .flatMap((type) => cases(type, snapshot))
}

/** `done reserveTickets: captcha` */
export function labelOf({ type, label }: Case): string {
  return label ? `${shortEvent(type)}: ${label}` : shortEvent(type)
}
