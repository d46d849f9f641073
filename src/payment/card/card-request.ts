import type { QueryClient } from '@tanstack/react-query'
import type { PaymentDetails } from '#machines/payment-attempt.ts'
import { rememberedGuest } from '#src/checkout/remembered-guest.ts'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import type { PaymentRequest } from '#src/payment/requests.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { cardFields } from './card-fields.ts'

/** Prepares the request that charges the card typed into Stripe's form [PAYM-43, PAYM-58..62]. */
export async function cardRequest(
  queryClient: QueryClient,
  details: PaymentDetails,
  key: string,
): Promise<PaymentRequest> {
  const { id } = await readTypedCard(queryClient, details)
  return { call: 'payWithCard', body: { payment_method_id: id, ...chargeFields(details, key) } }
}

/** The fields that a charge by card, Square or wallet has beside the provider's payment method. */
export const chargeFields = ({ contactNumber }: PaymentDetails, key: string) => ({
  attempt: key,
  ...(contactNumber && { contact_number: contactNumber }),
})

/**
 * Creates the provider's payment method from the card typed into its form, with the buyer's name as billing name
 * [PAYM-58, PAYM-59]. Throws `CardRefusal`.
 */
export async function readTypedCard(queryClient: QueryClient, { account }: PaymentDetails) {
  const { basket_total, currency, guest_name } = await queryClient.ensureQueryData(checkoutQuery)
  const name =
    account?.fullName ||
    queryClient.getQueryData(userQuery.queryKey)?.full_name ||
    rememberedGuest(queryClient)?.fullName ||
    guest_name
  return cardFields.createPaymentMethod({
    name,
    ...(account && { postcode: account.address.postcode ?? '' }),
    amount: basket_total,
    currency: currency.code,
  })
}
