import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Charity } from '#src/checkout/schemas/charity.ts'

/** In pence, or the cents of another currency [DONA-08]. */
export const MINIMUM_DONATION = 1_00
const GIFT_AID_ADDRESS_FROM = 20_00

/** Returns whether a donation in pence reaches the minimum of 1 pound, euro or dollar [DONA-08]. */
export function isDonationEnough(amount: number | null): boolean {
  return amount !== null && amount >= MINIMUM_DONATION
}

/**
 * Returns the fee on a donation, both in pence: the base fee plus a percentage of the amount, plus VAT if the charity
 * adds it, at most the cap. Rounded half up, once at the end; 0 without a donation [DONA-15..17].
 */
export function donationFee(
  amount: number,
  charity: Pick<
    Charity,
    'base_fee' | 'booking_fee' | 'booking_fee_includes_vat' | 'booking_fee_vat' | 'booking_fee_cap'
  >,
): number {
  if (amount <= 0) return 0
  const beforeVat = BigInt(charity.base_fee) * WHOLE + BigInt(amount) * share(charity.booking_fee)
  const vat = charity.booking_fee_includes_vat ? share(charity.booking_fee_vat) : 0n
  const fee = Number((2n * beforeVat * (WHOLE + vat) + WHOLE * WHOLE) / (2n * WHOLE * WHOLE))
  return charity.booking_fee_cap === null ? fee : Math.min(fee, charity.booking_fee_cap)
}

/** Returns the donation of a checkout in pence, before its fee; 0 for none. */
export function donationAmount({
  donation,
  donation_amount,
}: Pick<Checkout, 'donation' | 'donation_amount'>): number {
  return donation?.amount_before_booking_fee || donation_amount
}

/** Returns a checkout with a donation in pence, its fee and the new total; 0 withdraws the donation. */
export function withDonation(checkout: Checkout, amount: number): Checkout {
  const { charity, donation: before } = checkout
  const booking_fee = charity ? donationFee(amount, charity) : 0
  const isKept = before?.is_gift_aid ?? false
  const saved = before ? before.amount_before_booking_fee + before.booking_fee : 0
  return {
    ...checkout,
    donation: amount > 0 ? { amount_before_booking_fee: amount, booking_fee, is_gift_aid: isKept } : null,
    donation_amount: amount,
    basket_total: checkout.basket_total - saved + amount + booking_fee,
  }
}

/** Returns the value of a donation with Gift Aid: 25 % more, both in pence, rounded half up [GIFT-14]. */
export function giftAidValue(amount: number): number {
  return Math.round((amount * 5) / 4)
}

/** Returns whether Gift Aid needs the donor's address: from £20, in pence before the fee [GIFT-10, GIFT-11]. */
export function needsGiftAidAddress(amount: number): boolean {
  return amount >= GIFT_AID_ADDRESS_FROM
}

// Percentages are converted to millionths, so that 1.4 % of an amount is exact.
const WHOLE = 1_000_000n

function share(percent: number) {
  return BigInt(Math.round(percent * 10_000))
}
