import type { PaymentDetails } from '#machines/payment-attempt.ts'
import { chargeFields } from '#src/payment/card/card-request.ts'
import type { PaymentRequest } from '#src/payment/requests.ts'
import { readConfirmedWallet } from './stripe-wallet.ts'

/**
 * Prepares the request that charges the card of the wallet in which the buyer has confirmed the payment, as a typed card
 * [PAYM-43, PAYM-58].
 */
export async function walletRequest(details: PaymentDetails, key: string): Promise<PaymentRequest> {
  const { id } = await readConfirmedWallet()
  return { call: 'payWithCard', body: { payment_method_id: id, ...chargeFields(details, key) } }
}
