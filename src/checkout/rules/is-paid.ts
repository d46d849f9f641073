import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { saleSteps } from './sale-steps.ts'

/**
 * Returns whether an order is paid: in full, by the first payment of a plan (which leaves `payment_complete` 0), or
 * according to a state after payment. A paid order is never offered for reservation again [CONT-01, CONT-57].
 */
export function isPaid({
  state,
  payment_complete,
  payment_plan_remaining,
}: Pick<Checkout, 'state' | 'payment_complete' | 'payment_plan_remaining'>): boolean {
  const isAfterPayment = state !== 'determining' && saleSteps[state].phase === 'paid'
  return payment_complete || payment_plan_remaining || isAfterPayment
}
