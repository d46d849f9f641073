import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { stepIn } from '#src/checkout/rules/step-of.ts'
import { nodesOf, transitionsOf } from './transitions.ts'

/** The buyer resumes here after returning from the bank, so no transition leads here from `payment`. */
const bankReturn = 'payment → awaiting_truelayer'

/** Transitions outside the next-step tables: back to payment, paid elsewhere, and the way back. */
const detours = ['awaiting_truelayer → payment']
const apart = ['checkout.refreshed', 'step.back', 'account.change', 'address.change']

/**
 * Returns the next steps of the checkout chart, as `login → payment`: all transitions between two steps, except those
 * to `basket` and `determining`. New states and transitions are included automatically.
 */
export function nextStepsOfChart(machine: AnyStateMachine): Set<string> {
  const nextSteps = transitionsOf(machine)
    .filter(({ event }) => !apart.includes(event))
    .flatMap(({ source, definition }) => {
      const to = definition.target?.[0] && stepIn(definition.target[0].path)
      return stepsOf(source).map((from) => ({ from, to }))
    })
    .filter(({ from, to }) => to && from !== to && from !== 'determining')
    .filter(({ to }) => to !== 'basket' && to !== 'determining')
    .map(({ from, to }) => `${from} → ${to}`)
  return new Set([...nextSteps, bankReturn].filter((nextStep) => !detours.includes(nextStep)))
}

/** Returns the step that a state is or belongs to, or the steps inside a parent state. */
function stepsOf(node: AnyStateNode): CheckoutState[] {
  const step = stepIn(node.path)
  if (step) return [step]
  if (node.path.length === 0) return []
  return [...new Set(nodesOf(node).flatMap((inner) => stepIn(inner.path) ?? []))]
}
