import { StateMachine, type AnyStateMachine } from 'xstate'
import type { Model } from '#machines/paths/model.ts'
import { models } from './models.ts'

/** A chart's literal, as far as a sabotage changes it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- any place of any literal may be changed
type Literal = any

/** Returns all models, with a copy of the named chart whose literal was changed. */
export function sabotaged(chart: string, change: (literal: Literal) => void): Model[] {
  return withMachine(chart, (machine) => changed(machine, change))
}

/** Returns a copy of a chart whose literal was changed, with the same actors, actions, guards and delays. */
export function changed(
  { config, implementations }: AnyStateMachine,
  change: (literal: Literal) => void,
): AnyStateMachine {
  const literal = copyOf(config)
  change(literal)
  return new StateMachine(literal, implementations as never)
}

/** Returns all models, with other actions, guards or delays in the named chart. */
export const provided = (chart: string, other: Parameters<AnyStateMachine['provide']>[0]): Model[] =>
  withMachine(chart, (machine) => machine.provide(other))

const withMachine = (chart: string, change: (machine: AnyStateMachine) => AnyStateMachine): Model[] =>
  models.map((model) => (model.machine.id === chart ? { ...model, machine: change(model.machine) } : model))

function copyOf(part: Literal): Literal {
  if (Array.isArray(part)) return part.map(copyOf)
  if (typeof part !== 'object' || part === null) return part
  return Object.fromEntries(Object.entries(part).map(([key, inner]) => [key, copyOf(inner)]))
}
