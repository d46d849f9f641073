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
 * Reloads the order after a payment and marks it as paid in the cache [BANK-11]; a plan leaves a part of it to be paid
 * [INST-19]. An outdated or missing reply never undoes the payment.
 */
export async function loadPaidOrder(
  queryClient: QueryClient,
  { input }: Run<{ method: PaymentMethod | null }>,
): Promise<{ facts: Facts }> {
  const fields: PaidFields =
    input.method === 'plan' ? { payment_plan_remaining: true } : { payment_complete: true }
  const checkout = await checkoutAfterChange(queryClient)
  const paid = isPaid(checkout) ? checkout : { ...checkout, ...fields }
  applyChange(queryClient, checkoutQuery, () => paid)
  return { facts: factsFrom(queryClient, paid) }
}

/**
 * Reloads the checkout after an error, as the order may be paid nevertheless; `isNoneOpen` if the shop says in it that no payment is
 * open. Throws if it cannot be loaded.
 */
export async function reloadCheckout(
  queryClient: QueryClient,
): Promise<{ isPaid: boolean; isNoneOpen?: boolean }> {
  const checkout = await rereadForPayment(queryClient)
  return {
    isPaid: checkout !== null && isPaid(checkout),
    isNoneOpen: checkout?.has_no_open_payment ?? false,
  }
}
