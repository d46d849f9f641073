import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  AnyTransitionDefinition,
  InspectionEvent,
} from 'xstate'
import { nodesOf, transitionsOf } from './transitions.ts'

/** What a path can cover of a chart. */
export type Aim = 'states' | 'transitions' | 'guards' | 'pairs'

export const aims: readonly Aim[] = ['states', 'transitions', 'guards', 'pairs']

export type Covered = Record<Aim, Set<string>>

const nothing = (): Covered => ({
  states: new Set(),
  transitions: new Set(),
  guards: new Set(),
  pairs: new Set(),
})

/**
 * Lists all that can be covered of a chart: its states, its transitions, and for each guarded transition that its guard
 * lets it pass and that it does not. Pairs are not listed: which transitions can follow each other depends on guards.
 */
export function coverable(machine: AnyStateMachine): Record<Exclude<Aim, 'pairs'>, string[]> {
  const transitions = transitionsOf(machine)
  return {
    states: nodesOf(machine.root).map(({ id }) => id),
    transitions: transitions.map(({ key }) => key),
    guards: transitions
      .filter(({ definition }) => definition.guard)
      .flatMap(({ key }) => [`${key} passes`, `${key} is blocked`]),
  }
}

/** A microstep of a running chart as data, so that it can come from a browser. */
export interface Microstep {
  event: string
  /** The keys of the transitions that were taken. */
  taken: readonly string[]
  /** The ids of all states that the chart is in afterwards. */
  states: readonly string[]
}

type Candidates = (node: AnyStateNode) => readonly AnyTransitionDefinition[]

const eventless: Candidates = ({ always = [] }) => always

/** Collects what a run of a chart covers, one microstep after the other. */
export function coverageOf(machine: AnyStateMachine) {
  const { keys, byKey, byId } = partsOf(machine)
  const covered = nothing()
  let nodes = initialNodes(machine.root)
  let last = ''

  /** Marks the guarded candidates that xstate has asked before it took one, or all of them if it took none. */
  const block = (taken: readonly string[], candidatesOf: Candidates) => {
    for (const atom of nodes.filter(isInnermost))
      for (let node: AnyStateNode | undefined = atom; node; node = node.parent) {
        const candidates = candidatesOf(node).map((one) => keys.get(one) ?? '')
        const at = candidates.findIndex((key) => taken.includes(key))
        for (const key of at < 0 ? candidates : candidates.slice(0, at))
          if (byKey.get(key)?.guard) covered.guards.add(`${key} is blocked`)
        if (at >= 0) break
      }
  }

  const add = ({ event, taken, states }: Microstep) => {
    if (taken.some((key) => byKey.get(key)?.eventType === '')) block(taken, eventless)
    else {
      block([], eventless)
      block(taken, (node) => node.transitions.get(event) ?? [])
    }
    for (const key of taken) {
      covered.transitions.add(key)
      if (byKey.get(key)?.guard) covered.guards.add(`${key} passes`)
      if (last) covered.pairs.add(`${last} → ${key}`)
      last = key
    }
    nodes = states.flatMap((id) => byId.get(id) ?? [])
    for (const id of states) covered.states.add(id)
  }
  for (const { id } of nodes) covered.states.add(id)
  return { add, covered }
}

/** Lists the guards that an event would have to pass in states, as blocked: what a path shows that finds no control for the event. */
export function refusedIn(machine: AnyStateMachine, states: readonly string[], event: string): string[] {
  const { keys, byId } = partsOf(machine)
  const candidates = states.flatMap((id) => byId.get(id)?.transitions.get(event) ?? [])
  return candidates.filter(({ guard }) => guard).map((one) => `${keys.get(one)} is blocked`)
}

interface Parts {
  keys: ReadonlyMap<AnyTransitionDefinition, string>
  byKey: ReadonlyMap<string, AnyTransitionDefinition>
  byId: ReadonlyMap<string, AnyStateNode>
}

const known = new WeakMap<AnyStateMachine, Parts>()

/** Lists a chart once, as it is walked on many paths. */
function partsOf(machine: AnyStateMachine): Parts {
  const before = known.get(machine)
  if (before) return before
  const transitions = transitionsOf(machine)
  const parts = {
    keys: new Map(transitions.map(({ definition, key }) => [definition, key])),
    byKey: new Map(transitions.map(({ definition, key }) => [key, definition])),
    byId: new Map(nodesOf(machine.root).map((node) => [node.id, node])),
  }
  known.set(machine, parts)
  return parts
}

/**
 * Returns a listener for the inspection events of a running chart. The transitions that a microstep takes are in an
 * undocumented field, so the version of xstate is pinned.
 */
export function watchOf(machine: AnyStateMachine, add: (step: Microstep) => void) {
  const { keys } = partsOf(machine)
  return (inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.microstep') return
    const { snapshot, event, _transitions } = inspected
    if (!isOf(machine, snapshot) || !_transitions.every((one) => keys.has(one))) return
    add({
      event: event.type,
      taken: _transitions.map((one) => keys.get(one) ?? ''),
      states: snapshot._nodes.map(({ id }) => id),
    })
  }
}

const isOf = (machine: AnyStateMachine, snapshot: object): snapshot is AnyMachineSnapshot =>
  'machine' in snapshot && snapshot.machine === machine

const isInnermost = ({ states }: AnyStateNode) => Object.keys(states).length === 0

/** The states in which a chart starts, before it asks any guard. */
function initialNodes(node: AnyStateNode): AnyStateNode[] {
  const entered = node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])
  return [node, ...entered.flatMap(initialNodes)]
}
