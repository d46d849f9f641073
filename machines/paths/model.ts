import { __unsafe_getAllOwnEventDescriptors, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { TestModel } from 'xstate/graph'
import type { FakeShop } from '#machines/testing/fake-shop.ts'
import type { Case } from './cases.ts'
import { shortEvent } from './transitions.ts'

/** Describes how to run a chart: the shipped machine, the cases of its events, and the facts its guards read. */
export interface Model {
  chart: keyof FakeShop['charts']
  machine: AnyStateMachine
  cases(type: string, snapshot: AnyMachineSnapshot): Case[]
  /** Returns the part of the context that guards read. */
  facts(snapshot: AnyMachineSnapshot): unknown
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

/**
 * Returns the shortest path to every event in every distinguishable state of a chart. A vertex includes how the state
 * was entered, because the traversal would otherwise drop transitions into states that it has already visited. No actor
 * runs here: replies are cases like any other event.
 */
export function pathsOf({
  machine,
  cases,
  facts,
  input,
  distinguishesOrigins = false,
  includes,
}: Model): Path[] {
  const model = new TestModel(machine, {
    events: (snapshot: AnyMachineSnapshot) => eventsIn(cases, snapshot),
    serializeEvent: (event) => labelOf(event as Case),
    serializeState: (snapshot: AnyMachineSnapshot, event, previous?: AnyMachineSnapshot) =>
      JSON.stringify([
        snapshot.value,
        facts(snapshot),
        event ? labelOf(event as Case) : '',
        previous ? [previous.value, distinguishesOrigins && facts(previous)] : '',
      ]),
    ...(includes && {
      filterEvents: (snapshot: AnyMachineSnapshot, event) => includes(snapshot, event as Case),
    }),
  })
  return withoutPrefixes(
    model
      .getShortestPaths({ allowDuplicatePaths: true, ...(input !== undefined && { input }) })
      .map((path) =>
        path.steps.slice(1).map((step) => ({ event: step.event as Case, snapshot: step.state })),
      ),
  )
}

/** The cases of every event that can happen in a state: a chart alone sends itself the end of one of its states. */
export function eventsIn(cases: Model['cases'], snapshot: AnyMachineSnapshot): Case[] {
  if (snapshot.status === 'done') return []
  return __unsafe_getAllOwnEventDescriptors(snapshot)
    .filter((type) => !/^xstate\.(snapshot|done\.state)\./.test(type))
    .flatMap((type) => cases(type, snapshot))
}

/** Drops each path that is a prefix of another. */
function withoutPrefixes(paths: Path[]): Path[] {
  const lines = paths.map((path) => path.map((step) => labelOf(step.event)).join('\n'))
  const prefixes = new Set(
    lines.flatMap((line) => {
      const end = line.lastIndexOf('\n')
      return end < 0 ? [''] : [line.slice(0, end)]
    }),
  )
  return paths.filter((_, index) => !prefixes.has(lines[index] ?? ''))
}

/** `done reserveTickets: captcha` */
export function labelOf({ type, label }: Case): string {
  return label ? `${shortEvent(type)}: ${label}` : shortEvent(type)
}
