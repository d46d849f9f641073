import { checkoutStates, type CheckoutState } from '#src/api/schemas/checkout.ts'

/**
 * The step in a state value of the checkout chart: `{ holding: { payment: 'paying' } }` → `payment`. Parents of
 * several steps are passed through; a value without a step throws, because no state of the chart is outside a step.
 */
export function stepOf(value: unknown): CheckoutState {
  const step = stepIn(statePath(value))
  if (!step) throw new Error(`no step in ${JSON.stringify(value)}`)
  return step
}

/** The names of the states in a state value, outermost first. */
export function statePath(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  const [[name, inner] = ['', '']] = Object.entries(value)
  return [name, ...statePath(inner)]
}

/** The step among the names of nested states; undefined outside all steps. */
export function stepIn(path: readonly string[]): CheckoutState | undefined {
  return checkoutStates.find((state) => path.includes(state))
}
