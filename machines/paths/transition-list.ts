import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { nodesOf, shortEvent, transitionsOf, type Transition } from './transitions.ts'

/**
 * Lists charts as text, one line each: the invocations, entry and exit actions of every state, then its transitions with
 * event, guard, target and actions.
 */
export function transitionList(machines: readonly AnyStateMachine[]): string {
  return `${machines.map(chart).join('\n\n')}\n`
}

function chart(machine: AnyStateMachine): string {
  const transitions = transitionsOf(machine)
  const lines = nodesOf(machine.root).flatMap((node) => [
    ...activities(node),
    ...transitions.filter(({ source }) => source === node).map(line),
  ])
  return [machine.id, ...lines.map((text) => `  ${text}`)].join('\n')
}

const placeOf = (node: AnyStateNode) => node.path.join('.') || '(anywhere)'

function activities(node: AnyStateNode): string[] {
  const { entry, exit, invoke } = node
  return [
    ...invoke.map(({ src }) => `invokes ${nameOf(src)}`),
    ...entry.map((action) => `entry / ${nameOf(action)}`),
    ...exit.map((action) => `exit / ${nameOf(action)}`),
  ]
    .filter((activity) => !/ (raise|cancel)$/.test(activity)) // xstate implements `after` by these
    .map((activity) => `${placeOf(node)}: ${activity}`)
}

/** Writes a transition as the list does, without the indent. */
export function line({ source, event, definition }: Transition): string {
  const { guard, target, reenter, actions } = definition
  return [
    `${placeOf(source)}: ${shortEvent(event)}`,
    guard && `[${nameOf(guard)}]`,
    target?.[0] && `→ ${placeOf(target[0])}`,
    reenter && '(again)',
    actions.length > 0 && `/ ${actions.map(nameOf).join(', ')}`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Names an action or guard with its constant parameters: `storeMessage`, `isResumedAt(login)`. */
export function nameOf(part: unknown): string {
  if (typeof part === 'string') return part
  if (typeof part === 'function') return part.name
  const { type, params } = part as { type: string; params?: unknown }
  return params && typeof params === 'object' ? `${type}(${Object.values(params).join(', ')})` : type
}
