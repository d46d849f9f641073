import type { QueryClient } from '@tanstack/react-query'
import type { PaymentDetails } from '#machines/payment.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { cardFields } from '#src/lib/card-fields.ts'
import { rememberedGuest } from './remembered-guest.ts'

/**
 * Creates the provider's payment method from the card typed into its form, with the buyer's name as billing name
 * [PAYM-58, PAYM-59]. Throws `CardRefusal`.
 */
export function readTypedCard(
  queryClient: QueryClient,
  { account }: PaymentDetails,
  { basket_total, currency }: Checkout,
) {
  const name =
    account?.fullName ||
    queryClient.getQueryData(userQuery.queryKey)?.full_name ||
    rememberedGuest(queryClient)?.fullName ||
    ''
  return cardFields.createPaymentMethod({
    name,
    ...(account && { postcode: account.address.postcode ?? '' }),
    amount: basket_total,
    currency: currency.code,
  })
}
