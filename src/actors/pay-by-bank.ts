import type { QueryClient } from '@tanstack/react-query'
import type { PaymentDetails, PayOutcome } from '#machines/payment.ts'
import { createTruelayerPayment } from '#src/api/payment-calls.ts'
import { confirmTotal } from './confirm-total.ts'
import { factsIfPaid } from './paid-facts.ts'
import { rejectedByShop, unsuccessful } from './unsuccessful.ts'

/**
 * Creates a bank transfer and returns the address of the bank's page, unless the total on screen is not current
 * [CALL-24, PAYM-45]. A reason that the shop gives the buyer is the outcome `unsuccessful`.
 *
 * @throws HttpFailure, InvalidReply or Offline, if the transfer could not be created
 */
export async function payByBank(
  queryClient: QueryClient,
  { contactNumber }: PaymentDetails,
): Promise<PayOutcome> {
  const total = await confirmTotal(queryClient).catch(() => null)
  if (!total) return unsuccessful("We couldn't check your basket. Please try again.")
  if (total.outcome === 'changed') return unsuccessful(total.message)
  if (total.outcome === 'paid') return { status: 'success', facts: total.facts }
  try {
    const { url } = await createTruelayerPayment({ ...(contactNumber && { contact_number: contactNumber }) })
    return { status: 'redirect_to_url', url }
  } catch (error) {
    const facts = await factsIfPaid(queryClient)
    if (facts) return { status: 'success', facts }
    return { ...rejectedByShop(error), isUnavailable: true }
  }
}
