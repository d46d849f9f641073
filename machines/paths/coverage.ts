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

type Candidates = (node: AnyStateNode) => readonly AnyTransitionDefinition[]

const eventless: Candidates = ({ always = [] }) => always

type Keys = ReadonlyMap<AnyTransitionDefinition, string>

export const keysOf = (machine: AnyStateMachine): Keys =>
  new Map(transitionsOf(machine).map(({ definition, key }) => [definition, key]))

/**
 * Collects what a run of a chart covers, from the inspection events that it emits; `watch` is their listener. The
 * transitions that a microstep takes are in an undocumented field, so the version of xstate is pinned.
 */
export function coverageOf(machine: AnyStateMachine, keys: Keys) {
  const covered = nothing()
  let nodes = initialNodes(machine.root)
  let last = ''

  /** Marks the guarded candidates that xstate has asked before it took one, or all of them if it took none. */
  const block = (taken: readonly AnyTransitionDefinition[], candidatesOf: Candidates) => {
    for (const atom of nodes.filter(isInnermost))
      for (let node: AnyStateNode | undefined = atom; node; node = node.parent) {
        const candidates = candidatesOf(node)
        const at = candidates.findIndex((one) => taken.includes(one))
        for (const one of at < 0 ? candidates : candidates.slice(0, at))
          if (one.guard) covered.guards.add(`${keys.get(one)} is blocked`)
        if (at >= 0) break
      }
  }

  const watch = (inspected: InspectionEvent) => {
    if (inspected.type !== '@xstate.microstep') return
    const { snapshot, event, _transitions: taken } = inspected
    if (!isOf(machine, snapshot) || !taken.every((one) => keys.has(one))) return
    if (taken.some(({ eventType }) => eventType === '')) block(taken, eventless)
    else {
      block([], eventless)
      block(taken, (node) => node.transitions.get(event.type) ?? [])
    }
    for (const one of taken) {
      const key = keys.get(one) ?? ''
      covered.transitions.add(key)
      if (one.guard) covered.guards.add(`${key} passes`)
      if (last) covered.pairs.add(`${last} → ${key}`)
      last = key
    }
    nodes = snapshot._nodes
    for (const { id } of nodes) covered.states.add(id)
  }
  for (const { id } of nodes) covered.states.add(id)
  return { watch, covered }
}

const isOf = (machine: AnyStateMachine, snapshot: object): snapshot is AnyMachineSnapshot =>
  'machine' in snapshot && snapshot.machine === machine

const isInnermost = ({ states }: AnyStateNode) => Object.keys(states).length === 0

/** The states in which a chart starts, before it asks any guard. */
function initialNodes(node: AnyStateNode): AnyStateNode[] {
  const entered = node.type === 'parallel' ? Object.values(node.states) : (node.initial?.target ?? [])
  return [node, ...entered.flatMap(initialNodes)]
}
