import { nameOf } from '#machines/paths/transition-list.ts'
import { shortEvent, transitionsOf, type Transition } from '#machines/paths/transitions.ts'
import type { ReleasedChart } from './release.ts'

/** A transition by the names of its parts, to be compared with those of another release. */
export interface Happening {
  transition: Transition
  /** The path of its state. */
  source: string
  event: string
  guard: string
  /** The path of the state that it leads to; '' if it stays. */
  target: string
  /** Its actions with their constant parameters, and whether the state is entered again. */
  effects: string[]
}

/** Returns all that can happen in a chart, in its order. */
export const happeningsOf = ({ machine }: ReleasedChart): Happening[] =>
  transitionsOf(machine).map((transition) => {
    const { source, event, definition } = transition
    const { guard, target, reenter, actions } = definition
    return {
      transition,
      source: source.path.join('.'),
      event: shortEvent(event),
      guard: guard ? nameOf(guard) : '',
      target: target?.[0]?.path.join('.') ?? '',
      effects: [...(reenter ? ['(again)'] : []), ...actions.map(nameOf)],
    }
  })
