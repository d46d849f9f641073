import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { paymentMethods, type PayableCheckout } from '#src/checkout/rules/payment-methods.ts'
import { expired } from './rules/expired.ts'

const mismatchingCurrencies =
  'Unfortunately, some tickets had to be removed because they are being sold using a different currency from tickets already in the basket. Please purchase them separately'
const unavailable =
  'The organiser has not set up payments yet, so these tickets can be reserved but not paid for.'

/**
 * Returns the warnings above the basket without duplicates: the reservation error or else the expiry notice
 * [CONT-58, BASK-62, BASK-64], then the server's warnings [CONT-68, CONT-69, BASK-63], and that this
 * basket cannot be paid for [PAYM-52]. The expiry notice is not shown once the buyer `hasEmptied` the basket: no tickets are left to
 * reserve again.
 */
export function basketWarnings(
  checkout: Pick<Checkout, 'reserving_error' | 'basket_errors' | 'had_mismatching_currencies'> &
    PayableCheckout,
  {
    reservingError,
    showsExpiryNotice,
    hasEmptied,
  }: { reservingError: string; showsExpiryNotice: boolean; hasEmptied: boolean },
): string[] {
  const hasExpired = checkout.reserving_error === expired
  const warnings = [
    reservingError || ((showsExpiryNotice || hasExpired) && !hasEmptied ? expired : ''),
    hasExpired ? '' : checkout.reserving_error,
    ...checkout.basket_errors,
    checkout.had_mismatching_currencies ? mismatchingCurrencies : '',
    paymentMethods(checkout).isUnavailable ? unavailable : '',
  ]
  return [...new Set(warnings)].filter(Boolean)
}
