import type { AnyStateMachine, AnyStateNode } from 'xstate'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { stepIn } from '#src/rules/step-of.ts'
import { nodesOf, transitionsOf } from './transitions.ts'

/** A buyer who comes back from the bank is resumed there; no transition leads from `payment` to it. */
const throughTheBank = 'payment → awaiting_truelayer'

/** Ways that are no next steps, which the journeys walk: back to the payment, and an order that was paid elsewhere. */
const detours = ['awaiting_truelayer → payment']
const interruptions = ['checkout.refreshed']

/**
 * The steps that follow each other in the chart of the checkout, `login → payment`: every transition between two
 * steps, except back to the basket and to where the checkout is read again. A new state or transition is among them
 * without being listed anywhere.
 */
export function nextStepsOfChart(machine: AnyStateMachine): Set<string> {
  const arrows = transitionsOf(machine)
    .filter(({ event }) => !interruptions.includes(event))
    .flatMap(({ source, definition }) => {
      const to = definition.target?.[0] && stepIn(definition.target[0].path)
      return stepsOf(source).map((from) => ({ from, to }))
    })
    .filter(({ from, to }) => to && from !== to && from !== 'determining')
    .filter(({ to }) => to !== 'basket' && to !== 'determining')
    .map(({ from, to }) => `${from} → ${to}`)
  return new Set([...arrows, throughTheBank].filter((arrow) => !detours.includes(arrow)))
}

/** The steps of which a state is one, is inside one, or is a wrapper of some. */
function stepsOf(node: AnyStateNode): CheckoutState[] {
  const step = stepIn(node.path)
  if (step) return [step]
  if (node.path.length === 0) return []
  return [...new Set(nodesOf(node).flatMap((inner) => stepIn(inner.path) ?? []))]
}
