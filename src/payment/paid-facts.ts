import type { QueryClient } from '@tanstack/react-query'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { PaymentMethod } from '#src/checkout/rules/payment-methods.ts'
import { isPaid } from '#src/checkout/rules/is-paid.ts'
import { applyChange, checkoutAfterChange } from '#src/checkout/after-change.ts'
import type { Run } from '#src/checkout/lazy-actors.ts'
import { factsFrom } from '#src/checkout/read-checkout.ts'
import { rereadForPayment } from './reread-for-payment.ts'

/** Fields that a payment sets in the cached checkout: it is paid in full, or by the first instalment of a plan. */
type PaidFields = Partial<Pick<Checkout, 'payment_complete' | 'payment_plan_remaining'>>

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

/** Reloads the order after a payment; a plan leaves a part of it to be paid [INST-19]. */
export async function loadPaidOrder(
  queryClient: QueryClient,
  { input }: Run<{ method: PaymentMethod | null }>,
): Promise<{ facts: Facts }> {
  const fields = input.method === 'plan' ? { payment_plan_remaining: true } : { payment_complete: true }
  return { facts: await paidFacts(queryClient, fields) }
}

/** Reloads the checkout after an error. Returns the facts of an order that is paid nevertheless. Throws if it cannot be loaded. */
export async function reloadCheckout(queryClient: QueryClient): Promise<{ facts: Facts | null }> {
  const checkout = await rereadForPayment(queryClient)
  return { facts: checkout && isPaid(checkout) ? factsFrom(queryClient, checkout) : null }
}
