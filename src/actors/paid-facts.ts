import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { Facts } from '#src/rules/facts.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import { factsFrom } from './read-checkout.ts'
import { rereadForPayment } from './reread-for-payment.ts'

/** Fields that a payment sets in the cached checkout: it is paid in full, or by the first instalment of a plan. */
export type PaidFields = Partial<Pick<Checkout, 'payment_complete' | 'payment_plan_remaining'>>

/**
 * Returns the facts after a payment. The checkout is reloaded, but an outdated or missing reply never undoes the payment.
 */
export async function paidFacts(
  queryClient: QueryClient,
  fields: PaidFields = { payment_complete: true },
): Promise<Facts> {
  const checkout = await checkoutAfterChange(queryClient)
  const paid = { ...checkout, ...fields }
  applyChange(queryClient, checkoutQuery, () => paid)
  return factsFrom(queryClient, paid)
}

/** Returns the facts of an order that is paid though paying failed, for example in another tab; null if it is not known to be. */
export async function factsIfPaid(queryClient: QueryClient): Promise<Facts | null> {
  const checkout = await rereadForPayment(queryClient).catch(() => null)
  return checkout && isPaid(checkout) ? factsFrom(queryClient, checkout) : null
}
