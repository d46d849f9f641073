import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { rereadCheckout } from './read-checkout.ts'

/**
 * Reads the checkout after something that is done and cannot be done twice (a code that is spent, a payment that is
 * made): when the reading fails, what was known before goes on.
 */
export async function rereadOrKnown(queryClient: QueryClient): Promise<Checkout> {
  const known = queryClient.getQueryData(checkoutQuery.queryKey)
  return rereadCheckout(queryClient).catch((error: unknown) => {
    if (known) return known
    throw error
  })
}
