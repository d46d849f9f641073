import type { PaymentDetails } from '#machines/payment-attempt.ts'
import type { PaymentRequest } from '#src/payment/requests.ts'

/** Returns the request that creates a bank transfer, which the buyer confirms at the bank [CALL-24, PAYM-45]. */
export function bankRequest({ contactNumber }: PaymentDetails): PaymentRequest {
  return {
    call: 'createTruelayerPayment',
    body: { ...(contactNumber && { contact_number: contactNumber }) },
  }
}
