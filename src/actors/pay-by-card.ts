import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { HttpFailure, refusalMessage } from '#src/api/errors.ts'
import { payWithCard, payWithSquare } from '#src/api/payment-calls.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { confirmTotal } from './confirm-total.ts'
import type { Run } from './lazy-actors.ts'
import { isPaidAfterAll, paidFacts } from './paid-facts.ts'
import { createAttempts, type Attempt } from './payment-attempts.ts'
import { rememberedGuest } from './remembered-guest.ts'

const paymentFailed = 'There was an error with your payment. Please try again.'

const attempts = createAttempts()

/**
 * Pays with the card typed into the form of Stripe or Square, if the total on screen is current [CALL-23, PAYM-58..62]. A
 * rejected card or payment is the outcome `unsuccessful`. After an error the checkout is reloaded, as the order may be paid
 * nevertheless, for example in another tab. If the shop did not tell how the payment ended, paying again with the same card
 * sends the same idempotency key. Once it has replied `pending`, only its reply about the payment ends the attempt. Stops
 * before charging when the actor is stopped.
 *
 * @throws InvalidReply or Offline, if the order is not paid
 */
export async function payByCard(
  queryClient: QueryClient,
  { input, signal }: Run<Payment>,
): Promise<PayOutcome> {
  const sale = queryClient.getQueryData(checkoutQuery.queryKey)?.sale_reference
  const pending = attempts.pendingOn(sale)
  try {
    return await pay(queryClient, input, signal, pending)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof CardRefusal && !attempts.isUnsettledOn(sale)) return rejected(error, true)
    if (await isPaidAfterAll(queryClient)) return { status: 'success', facts: await paidFacts(queryClient) }
    if (pending) return { status: 'pending' }
    if (error instanceof CardRefusal) return rejected(error, false)
    if (!(error instanceof HttpFailure)) throw error
    if (error.status < 500) attempts.end()
    return unsuccessful(refusalMessage(error) || paymentFailed)
  }
}

async function pay(
  queryClient: QueryClient,
  { method, details: { account, contactNumber } }: Payment,
  signal: AbortSignal,
  pending: Attempt | null,
): Promise<PayOutcome> {
  const attempt = pending ?? (await begin())
  if ('status' in attempt) return attempt
  signal.throwIfAborted()
  attempts.send()
  const payment = { attempt: attempt.attempt, ...(contactNumber && { contact_number: contactNumber }) }
  const { status, url, message, charged } = await (method === 'square'
    ? payWithSquare({ source_id: attempt.id, ...payment })
    : payWithCard({ payment_method_id: attempt.id, ...payment }))
  if (status === 'pending') {
    attempts.wait()
    return { status }
  }
  attempts.end()
  if (status === 'success') return { status, facts: await paidFacts(queryClient) }
  if (status === 'redirect_to_url') return { status, url }
  return { status, message: message || paymentFailed, isDeclined: !charged }

  /** Makes a payment method of the typed card, unless the total must be looked at first or the order is paid. */
  async function begin(): Promise<Attempt | PayOutcome> {
    const total = await confirmTotal(queryClient)
    if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
    if (total.outcome === 'changed') return unsuccessful(total.message)
    const { sale_reference, basket_total, currency } = total.checkout
    const name =
      account?.fullName ||
      queryClient.getQueryData(userQuery.queryKey)?.full_name ||
      rememberedGuest(queryClient)?.fullName ||
      ''
    return attempts.method(sale_reference, () =>
      cardFields.createPaymentMethod({
        name,
        ...(account && { postcode: account.address.postcode ?? '' }),
        amount: basket_total,
        currency: currency.code,
      }),
    )
  }
}

/** A card that the provider does not take; without a message of its own there was no card form to read. */
const rejected = ({ message }: CardRefusal, isDeclined: boolean): PayOutcome => ({
  status: 'unsuccessful',
  message: message || paymentFailed,
  isDeclined: isDeclined && message !== '',
})

/** An end of the payment that the buyer cannot mend by taking another card. */
const unsuccessful = (message: string): PayOutcome => ({
  status: 'unsuccessful',
  message,
  isDeclined: false,
})
