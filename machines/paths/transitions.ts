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
 * Watches a running copy of a chart and remembers which of its arrows are taken. What is taken is told by
 * `@xstate.microstep`, whose `_transitions` no document describes: xstate's version is pinned for it.
 */
export function watchTransitions(machine: AnyStateMachine) {
  const keys = new Map(transitionsOf(machine).map(({ definition, key }) => [definition, key]))
  const walked = new Set<string>()
  return {
    walked,
    inspect(event: InspectionEvent) {
      if (event.type !== '@xstate.microstep') return
      for (const definition of event._transitions) {
        const key = keys.get(definition)
        if (key !== undefined) walked.add(key)
      }
    },
  }
}
