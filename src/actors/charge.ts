import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { HttpFailure, refusalMessage } from '#src/api/errors.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { confirmTotal } from './confirm-total.ts'
import type { Run } from './lazy-actors.ts'
import { factsIfPaid, paidFacts, type PaidFields } from './paid-facts.ts'
import { createAttempts, type Attempt } from './payment-attempts.ts'
import { unsuccessful } from './unsuccessful.ts'

/** The generic error of a payment [PAYM-49, ERRS-25]. */
export const paymentFailed = 'There was an error with your payment. Please try again.'

/** What differs between the methods that charge a card. */
export interface ChargeMethod {
  /**
   * Creates the provider's payment method, if one is needed, and returns the request that charges it, which may be sent
   * again. Throws `CardRefusal`.
   */
  prepare: (checkout: Checkout, idempotencyKey: string) => Promise<Attempt['send']>
  /** Fields that a successful payment sets in the cached checkout; `payment_complete` by default. */
  paid?: PaidFields
  /** Returns the error message; `reason` is the shop's, '' for none. By default the reason, or else the generic message. */
  describe?: (reason: string) => string
}

const attempts = createAttempts()

/**
 * Charges a card, if the total on screen is current. A rejected card or payment is the outcome `unsuccessful`, which says
 * that nothing was charged only if the shop gave a reason and no charge. After an error the checkout is reloaded, as the
 * order may be paid nevertheless, for example in another tab. If the shop did not tell how the payment ended, the same
 * choice sends the same request with the same idempotency key again. Once it has replied `pending`, only its reply about
 * the payment ends the attempt. Stops before charging when the actor is stopped.
 *
 * @throws InvalidReply or Offline, if the order is not paid
 */
export async function charge(
  queryClient: QueryClient,
  { input, signal }: Run<Payment>,
  { prepare, paid, describe = (reason) => reason || paymentFailed }: ChargeMethod,
): Promise<PayOutcome> {
  const sale = queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference
  const pending = attempts.pendingOn(sale)
  try {
    return await pay()
  } catch (error) {
    if (signal.aborted) throw error
    const isUnsent = error instanceof CardRefusal && !attempts.isUnsettledOn(sale)
    const facts = isUnsent ? null : await factsIfPaid(queryClient)
    if (facts) return { status: 'success', facts }
    if (pending) return { status: 'pending' }
    // Without a message there was no card form to read.
    if (error instanceof CardRefusal)
      return unsuccessful(error.message || paymentFailed, isUnsent && error.message !== '')
    if (!(error instanceof HttpFailure)) throw error
    if (error.status < 500) attempts.end()
    return unsuccessful(describe(refusalMessage(error)))
  }

  async function pay(): Promise<PayOutcome> {
    const attempt = pending ?? (await begin())
    if ('status' in attempt) return attempt
    signal.throwIfAborted()
    const { status, url, message, charged } = await attempts.send(attempt)
    if (status === 'pending') {
      attempts.wait()
      return { status }
    }
    attempts.end()
    if (status === 'success') return { status, facts: await paidFacts(queryClient, paid) }
    if (status === 'redirect_to_url') return { status, url }
    return unsuccessful(describe(message), message !== '' && !charged)
  }

  /** Prepares an attempt, unless the total must be looked at first or the order is paid. */
  async function begin(): Promise<Attempt | PayOutcome> {
    const total = await confirmTotal(queryClient)
    if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
    if (total.outcome === 'changed') return unsuccessful(total.message)
    const { checkout } = total
    const choice = JSON.stringify([input, cardFields.changes])
    return attempts.begin(checkout.sale_reference, choice, (key) => prepare(checkout, key))
  }
}
