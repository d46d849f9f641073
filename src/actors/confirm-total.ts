import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import type { Facts } from '#src/rules/facts.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { isUnread } from './after-change.ts'
import { factsFrom } from './read-checkout.ts'
import { rereadForPayment } from './reread-for-payment.ts'

/** Whether the total on screen may be charged; if it has changed, a message for the buyer. */
export type Confirmation =
  | { outcome: 'confirmed'; checkout: Checkout }
  | { outcome: 'changed'; message: string }
  | { outcome: 'paid'; facts: Facts }

/**
 * Confirms, before a payment, that the total on screen is current. Reloads a stale checkout; if the total differs, the buyer
 * has to check it and pay again. Throws if the checkout cannot be loaded.
 */
export async function confirmTotal(queryClient: QueryClient): Promise<Confirmation> {
  const shown = queryClient.getQueryData(checkoutQuery.queryKey)
  if (shown && !isUnread(queryClient, checkoutQuery)) return { outcome: 'confirmed', checkout: shown }
  const checkout = await rereadForPayment(queryClient)
  if (!checkout) return { outcome: 'changed', message: 'Your basket is empty now. Please refresh the page.' }
  if (isPaid(checkout)) return { outcome: 'paid', facts: factsFrom(queryClient, checkout) }
  if (checkout.basket_total === shown?.basket_total) return { outcome: 'confirmed', checkout }
  const total = formatMoney(checkout.basket_total, checkout.currency.symbol)
  return { outcome: 'changed', message: `The total has changed to ${total}. Please check it and pay again.` }
}
