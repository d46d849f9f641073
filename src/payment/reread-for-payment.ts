import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { rereadCheckout } from '#src/checkout/read-checkout.ts'

/**
 * Reloads the checkout while it is being paid. Returns null if it is empty, as for a visitor whose session is lost: it would
 * look like an order of free tickets, so the one on screen stays, as stale. Throws if it cannot be loaded.
 */
export async function rereadForPayment(queryClient: QueryClient): Promise<Checkout | null> {
  const shown = queryClient.getQueryData(checkoutQuery.queryKey)
  const checkout = await rereadCheckout(queryClient)
  if (!shown || !isEmpty(checkout) || isEmpty(shown)) return checkout
  queryClient.setQueryData(checkoutQuery.queryKey, shown)
  void queryClient.invalidateQueries({ queryKey: checkoutQuery.queryKey, exact: true, refetchType: 'none' })
  return null
}

const isEmpty = (checkout: Checkout) =>
  checkout.basket_total === 0 &&
  checkout.tickets.length + checkout.gift_vouchers.length === 0 &&
  !isPaid(checkout)
