import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition, InspectionEvent } from 'xstate'

/** One arrow of a chart. `key` is the same for every copy of the chart, so that walks of several copies can be counted. */
export interface Transition {
  key: string
  source: AnyStateNode
  event: string
  definition: AnyTransitionDefinition
}

/** All arrows of a chart, `always` among them, in the order in which they are drawn. */
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

/** `xstate.done.actor.payWithCard` → `done payWithCard`, `xstate.after.tick.countdown.running` → `after tick`. */
export function shortEvent(type: string): string {
  const [, kind, of, name] = /^xstate\.(done|error|after)\.(actor|state|[^.]+)\.?(.*)$/.exec(type) ?? []
  if (kind === undefined) return type
  if (kind === 'after') return `after ${of}`
  return of === 'state' ? 'done' : `${kind} ${name}`
}

/**
 * Tells which arrows of a running copy of a chart are taken, by what the inspection event `@xstate.microstep` carries
 * in `_transitions`. No document describes that field: xstate's version is pinned for it.
 */
export function arrowsOf(machine: AnyStateMachine) {
  const keys = new Map(transitionsOf(machine).map(({ definition, key }) => [definition, key]))
  return {
    takenIn(event: InspectionEvent): string[] {
      if (event.type !== '@xstate.microstep') return []
      return event._transitions.flatMap((definition) => keys.get(definition) ?? [])
    },
  }
}
