import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/**
 * The steps that this page has shown, oldest first. Analytics loads after the first of them, and a quick buyer may have gone on
 * by then [MONI-27].
 */
const shown: CheckoutState[] = []

/** Notes the step of the checkout, and returns all that were shown. The same step twice in a row is one. */
export function noteStep(step: CheckoutState): readonly CheckoutState[] {
  if (step !== 'determining' && step !== shown.at(-1)) shown.push(step)
  return shown
}
