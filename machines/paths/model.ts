import { __unsafe_getAllOwnEventDescriptors, type AnyMachineSnapshot, type AnyStateMachine } from 'xstate'
import { TestModel } from 'xstate/graph'
import type { FakeShop } from '#machines/testing/fake-shop.ts'
import type { Case } from './cases.ts'
import { shortEvent } from './transitions.ts'

/** How a chart is walked: the shipped literal, the cases of its events, and what its guards can tell apart. */
export interface Model {
  chart: keyof FakeShop['charts']
  machine: AnyStateMachine
  cases(type: string, snapshot: AnyMachineSnapshot): Case[]
  /** What of the context makes a difference to the guards. */
  facts(snapshot: AnyMachineSnapshot): unknown
  input?: unknown
  /** Arrows that end alike start from different facts, so those are told apart as well. */
  tellsOrigins?: boolean
  /** Leaves out what a particular walk is not about. */
  isWalked?(snapshot: AnyMachineSnapshot, event: Case): boolean
}

export interface Step {
  event: Case
  /** Where the chart is afterwards. */
  snapshot: AnyMachineSnapshot
}

/** One walk through a chart from its start. */
export type Path = Step[]

/**
 * The shortest path to every event in every distinguishable state of a chart. A vertex is the state together with how
 * it was entered: with the state alone the traversal would drop each arrow into a state that it knows already.
 * Nothing runs here; the calls' answers are cases like any other event.
 */
export function pathsOf({ machine, cases, facts, input, tellsOrigins = false, isWalked }: Model): Path[] {
  const model = new TestModel(machine, {
    events: (snapshot: AnyMachineSnapshot) =>
      snapshot.status === 'done'
        ? []
        : __unsafe_getAllOwnEventDescriptors(snapshot)
            .filter((type) => !type.startsWith('xstate.snapshot'))
            .flatMap((type) => cases(type, snapshot)),
    serializeEvent: (event) => wordsOf(event as Case),
    serializeState: (snapshot: AnyMachineSnapshot, event, previous?: AnyMachineSnapshot) =>
      JSON.stringify([
        snapshot.value,
        facts(snapshot),
        event ? wordsOf(event as Case) : '',
        previous ? [previous.value, tellsOrigins && facts(previous)] : '',
      ]),
    ...(isWalked && {
      filterEvents: (snapshot: AnyMachineSnapshot, event) => isWalked(snapshot, event as Case),
    }),
  })
  return withoutBeginnings(
    model
      .getShortestPaths({ allowDuplicatePaths: true, ...(input !== undefined && { input }) })
      .map((path) =>
        path.steps.slice(1).map((step) => ({ event: step.event as Case, snapshot: step.state })),
      ),
  )
}

/** Drops each path that is the beginning of another. */
function withoutBeginnings(paths: Path[]): Path[] {
  const lines = paths.map((path) => path.map((step) => wordsOf(step.event)).join('\n'))
  const beginnings = new Set(
    lines.flatMap((line) => {
      const end = line.lastIndexOf('\n')
      return end < 0 ? [''] : [line.slice(0, end)]
    }),
  )
  return paths.filter((_, index) => !beginnings.has(lines[index] ?? ''))
}

/** `done reserveTickets: captcha` */
export function wordsOf({ type, word }: Case): string {
  return word ? `${shortEvent(type)}: ${word}` : shortEvent(type)
}
