import type { QueryClient } from '@tanstack/react-query'
import type { Payment, PayOutcome } from '#machines/payment.ts'
import { HttpFailure, refusalMessage } from '#src/api/errors.ts'
import { payWithCard, payWithSquare } from '#src/api/payment-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { cardFields, CardRefusal } from '#src/lib/card-fields.ts'
import { isPaid } from '#src/rules/is-paid.ts'
import { confirmTotal } from './confirm-total.ts'
import type { Run } from './lazy-actors.ts'
import { paidFacts } from './paid-facts.ts'
import { createAttempts } from './payment-attempts.ts'
import { rereadCheckout } from './read-checkout.ts'
import { rememberedGuest } from './remembered-guest.ts'

const paymentFailed = 'There was an error with your payment. Please try again.'

const attempts = createAttempts()

/**
 * Pays with the card typed into the form of Stripe or Square, if the total on screen is current [CALL-23, PAYM-58..62]. A rejected card or payment is the
 * outcome `unsuccessful`. After an error the checkout is reloaded, as the order may be paid nevertheless, for example in
 * another tab. If the shop did not tell how the payment ended, paying again with the same card sends the same idempotency
 * key. Stops before charging when the actor is stopped.
 *
 * @throws InvalidReply or Offline, if the order is not paid
 */
export async function payByCard(
  queryClient: QueryClient,
  { input, signal }: Run<Payment>,
): Promise<PayOutcome> {
  const { account, contactNumber } = input.details
  const total = await confirmTotal(queryClient)
  if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
  if (total.outcome === 'changed') return unsuccessful(total.message)
  const { sale_reference, basket_total, currency } = total.checkout
  const name =
    account?.fullName ||
    queryClient.getQueryData(userQuery.queryKey)?.full_name ||
    rememberedGuest(queryClient)?.fullName ||
    ''
  try {
    const method = await attempts.method(sale_reference, () =>
      cardFields.createPaymentMethod({
        name,
        ...(account && { postcode: account.address.postcode ?? '' }),
        amount: basket_total,
        currency: currency.code,
      }),
    )
    signal.throwIfAborted()
    const payment = { attempt: method.attempt, ...(contactNumber && { contact_number: contactNumber }) }
    const { status, url, message, charged } = await (input.method === 'square'
      ? payWithSquare({ source_id: method.id, ...payment })
      : payWithCard({ payment_method_id: method.id, ...payment }))
    if (status === 'pending') return { status }
    attempts.end()
    if (status === 'success') return { status, facts: await paidFacts(queryClient) }
    if (status === 'redirect_to_url') return { status, url }
    return { status, message: message || paymentFailed, isDeclined: !charged }
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof CardRefusal)
      return { status: 'unsuccessful', message: error.message || paymentFailed, isDeclined: true }
    if (error instanceof HttpFailure && error.status < 500) attempts.end()
    if (await isPaidAfterAll(queryClient)) return { status: 'success', facts: await paidFacts(queryClient) }
    if (!(error instanceof HttpFailure)) throw error
    return unsuccessful(refusalMessage(error) || paymentFailed)
  }
}

/** An end of the payment that the buyer cannot mend by taking another card. */
const unsuccessful = (message: string): PayOutcome => ({
  status: 'unsuccessful',
  message,
  isDeclined: false,
})

const isPaidAfterAll = (queryClient: QueryClient) => rereadCheckout(queryClient).then(isPaid, () => false)
