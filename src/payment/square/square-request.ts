import type { QueryClient } from '@tanstack/react-query'
import type { PaymentDetails } from '#machines/payment-attempt.ts'
import type { PaymentRequest } from '#src/payment/requests.ts'
import { chargeFields, readTypedCard } from '#src/payment/card/card-request.ts'

/** Prepares the request that charges the card typed into Square's form [PAYM-43, PAYM-50]. */
export async function squareRequest(
  queryClient: QueryClient,
  details: PaymentDetails,
  key: string,
): Promise<PaymentRequest> {
  const { id } = await readTypedCard(queryClient, details)
  return { call: 'payWithSquare', body: { source_id: id, ...chargeFields(details, key) } }
}
