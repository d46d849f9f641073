import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'

/** A transition of a chart. `key` is the same in every copy of the chart. */
export interface Transition {
  key: string
  source: AnyStateNode
  event: string
  definition: AnyTransitionDefinition
}

/** Returns all transitions of a chart in document order, including `always`. */
export function transitionsOf(machine: AnyStateMachine): Transition[] {
  return nodesOf(machine.root).flatMap((source) => {
    const byEvent = [...source.transitions, ['always', source.always ?? []] as const]
    return byEvent.flatMap(([event, definitions]) =>
      definitions.map((definition, index) => ({
        key: `${[machine.id, ...source.path].join('.')} ${shortEvent(event)} #${index + 1}`,
        source,
        event,
        definition,
      })),
    )
  })
}

export function nodesOf(node: AnyStateNode): AnyStateNode[] {
  return [node, ...Object.values(node.states).flatMap(nodesOf)]
}

/** Shortens event types: `xstate.done.actor.pay` to `done pay`, `xstate.after.tick.countdown.running` to `after tick`. */
export function shortEvent(type: string): string {
  const [, kind, of, name] = /^xstate\.(done|error|after)\.(actor|state|[^.]+)\.?(.*)$/.exec(type) ?? []
  if (kind === undefined) return type
  if (kind === 'after') return `after ${of}`
  return of === 'state' ? 'done' : `${kind} ${name}`
}
