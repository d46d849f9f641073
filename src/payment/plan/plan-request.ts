import type { QueryClient } from '@tanstack/react-query'
import type { PaymentDetails, PlanChoice } from '#machines/payment-attempt.ts'
import type { NewPaymentMethod, PaymentRequest } from '#src/payment/requests.ts'
import { CardRefusal } from '#src/payment/card/card-fields.ts'
import { readTypedCard } from '#src/payment/card/card-request.ts'

/**
 * Prepares the request that sets up a payment plan and charges its first instalment to a saved or a new card
 * [INST-19..24, CALL-23].
 */
export async function planRequest(
  queryClient: QueryClient,
  details: PaymentDetails,
  { months, mobile, card, makesDefault }: PlanChoice,
  key: string,
): Promise<PaymentRequest> {
  return {
    call: 'payWithInstalment',
    body: {
      instalment_option: months,
      contact_number: mobile,
      selected_payment_method_id: card,
      new_payment_method: card ? null : await newPaymentMethod(),
      attempt: key,
    },
  }

  async function newPaymentMethod(): Promise<NewPaymentMethod> {
    const { id, face } = await readTypedCard(queryClient, details)
    if (!face) throw new CardRefusal('')
    return { id, ...face, make_default_payment_method: makesDefault }
  }
}
