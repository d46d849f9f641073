import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Facts } from '#src/rules/facts.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { applyChange, checkoutAfterChange } from './after-change.ts'
import { factsFrom, rereadCheckout } from './read-checkout.ts'

/**
 * Returns the facts after a payment. The checkout is reloaded, but an outdated or missing reply never undoes the payment.
 */
export async function paidFacts(queryClient: QueryClient): Promise<Facts> {
  const checkout = await checkoutAfterChange(queryClient)
  const paid = { ...checkout, payment_complete: true }
  applyChange(queryClient, checkoutQuery, () => paid)
  return factsFrom(queryClient, paid)
}

/** Returns whether the order is paid though paying failed, for example in another tab; false if that cannot be read. */
export const isPaidAfterAll = (queryClient: QueryClient) =>
  rereadCheckout(queryClient).then(isPaid, () => false)
