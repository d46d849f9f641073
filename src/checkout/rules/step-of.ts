import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'

/**
 * Returns the step of a state value of the checkout chart, which may be nested: `{ holding: { payment: 'paying' } }` →
 * `payment`. Throws if there is none, as every state of the chart belongs to a step.
 */
export function stepOf(value: unknown): CheckoutState {
  const step = stepIn(statePath(value))
  if (!step) throw new Error(`no step in ${JSON.stringify(value)}`)
  return step
}

/** Returns the names of the states in a state value, outermost first. */
export function statePath(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  const [[name, inner] = ['', '']] = Object.entries(value)
  return [name, ...statePath(inner)]
}

/** Returns the step among the names of nested states, if any. */
export function stepIn(path: readonly string[]): CheckoutState | undefined {
  return checkoutStates.find((state) => path.includes(state))
}
