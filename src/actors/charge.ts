import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { HttpFailure, isMissingCall, isPassing, refusalMessage } from '#src/api/errors.ts'
import { getPaymentError } from '#src/api/payment-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { CardRefusal } from '#src/lib/card-fields.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { confirmTotal } from './confirm-total.ts'
import type { Run } from './lazy-actors.ts'
import { factsIfPaid, paidFacts, type PaidFields } from './paid-facts.ts'
import { createAttempts, type Attempt } from './payment-attempts.ts'
import { factsFrom } from './read-checkout.ts'
import { rereadForPayment } from './reread-for-payment.ts'
import { unsuccessful } from './unsuccessful.ts'

/** The generic error of a payment [PAYM-49, ERRS-25]. */
export const paymentFailed = 'There was an error with your payment. Please try again.'

/** What differs between the methods that charge a card. */
export interface ChargeMethod {
  /** What the buyer has chosen to be charged, as JSON values. */
  choice: unknown
  /**
   * Creates the provider's payment method, if one is needed, and returns the request that charges it, which may be sent
   * again. Throws `CardRefusal`.
   */
  prepare: (checkout: Checkout, idempotencyKey: string) => Promise<Attempt['send']>
  /** Returns what the buyer sees besides the total and agrees to, as JSON values. */
  terms?: (checkout: Checkout) => unknown
  /** Whether a back-end may have the call without reading its idempotency key, so that only the buyer may repeat it. */
  isWithoutKey?: boolean
  /** Fields that a successful payment sets in the cached checkout; `payment_complete` by default. */
  paid?: PaidFields
  /** Returns the error message; `reason` is the shop's, '' for none. By default the reason, or else the generic message. */
  describe?: (reason: string) => string
}

const attempts = createAttempts()

/**
 * Charges a card, if the total and terms on screen are current. A rejected card or payment is the outcome `unsuccessful`,
 * which says that nothing was charged only if the shop gave a reason and no charge, and no earlier attempt may have
 * charged. After an error the checkout is reloaded, as the order may be paid nevertheless, for example in another tab. If
 * the reply is lost, the outcome is `pending`, as the buyer may have been charged [OPEN-47]: the next call sends the same
 * request with the same idempotency key, or only asks about the payment if the back-end may not know the key. Once the shop
 * has replied `pending`, only its reply about the payment ends the attempt. Stops before charging when the actor is stopped.
 *
 * @throws HttpFailure, InvalidReply or Offline, if nothing was sent and the order is not paid
 */
export async function charge(
  queryClient: QueryClient,
  { signal }: Run<Payment>,
  {
    choice,
    terms = () => null,
    prepare,
    isWithoutKey = false,
    paid,
    describe = (reason) => reason || paymentFailed,
  }: ChargeMethod,
): Promise<PayOutcome> {
  const shown = queryClient.getQueryData(checkoutQuery.queryKey)
  const sale = shown?.sale_reference
  const open = attempts.openOn(sale)
  const isAskedFor = open?.doubt === 'lost' && isWithoutKey
  let isSent = open !== null
  try {
    return isAskedFor ? await lookUp() : await pay()
  } catch (error) {
    if (signal.aborted) throw error
    const isUnsent = error instanceof CardRefusal && !attempts.isUnsettledOn(sale)
    const facts = isUnsent ? null : await factsIfPaid(queryClient)
    if (facts) return { status: 'success', facts }
    if (isAskedFor || open?.doubt === 'pending') return { status: 'pending' }
    // Without a message there was no card form to read.
    if (error instanceof CardRefusal)
      return unsuccessful(error.message || paymentFailed, isUnsent && error.message !== '')
    if (isAnswer(error)) {
      if (isSent) attempts.end()
      return unsuccessful(describe(refusalMessage(error)))
    }
    if (!isSent) throw error
    if (!open && isNotStarted(error)) return unsuccessful(describe(refusalMessage(error)))
    attempts.doubt('lost')
    return { status: 'pending' }
  }

  async function pay(): Promise<PayOutcome> {
    const attempt = open ?? (await begin())
    if ('status' in attempt) return attempt
    signal.throwIfAborted()
    isSent = true
    const { status, url, message, charged } = await attempts.send(attempt)
    if (status === 'pending') {
      attempts.doubt(status)
      return { status }
    }
    attempts.end()
    if (status === 'success') return { status, facts: await paidFacts(queryClient, paid) }
    if (status === 'redirect_to_url') return { status, url }
    return unsuccessful(describe(message), message !== '' && !charged && !attempts.isUnsettledOn(sale))
  }

  /** Asks about a payment whose reply was lost, without sending it. Only a shop that knows the key tells that it is open. */
  async function lookUp(): Promise<PayOutcome> {
    const { text, is_pending } = await getPaymentError().catch((error: unknown) => {
      if (isPassing(error)) throw error
      return { text: '', is_pending: false }
    })
    if (is_pending) {
      attempts.doubt('pending')
      return { status: 'pending' }
    }
    const checkout = await rereadForPayment(queryClient)
    if (checkout && isPaid(checkout)) return { status: 'success', facts: factsFrom(queryClient, checkout) }
    attempts.doubt(undefined)
    return unsuccessful(describe(text))
  }

  /** Prepares an attempt, unless the total or terms must be looked at first or the order is paid. */
  async function begin(): Promise<Attempt | PayOutcome> {
    const total = await confirmTotal(queryClient)
    if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
    if (total.outcome === 'changed') return unsuccessful(total.message)
    const { checkout } = total
    if (shown && JSON.stringify(terms(checkout)) !== JSON.stringify(terms(shown)))
      return unsuccessful('Your payments have changed. Please check them and pay again.')
    return attempts.begin(checkout.sale_reference, JSON.stringify(choice), (key) => prepare(checkout, key))
  }
}

/** Returns whether the shop refused the request. */
const isAnswer = (error: unknown) =>
  error instanceof HttpFailure && (error.status < 500 || isMissingCall(error))

/** Returns whether the shop says that it could not start the payment: a 503 with a message. */
const isNotStarted = (error: unknown) =>
  error instanceof HttpFailure && error.status === 503 && error.message !== ''
