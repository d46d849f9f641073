import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { Charity } from '#src/api/schemas/charity.ts'

const MINIMUM_DONATION = 1_00
const GIFT_AID_ADDRESS_FROM = 20_00

/** Whether a donation in pence may be made: at least 1 pound, euro or dollar [DONA-08]. */
export function isDonationEnough(amount: number | null): boolean {
  return amount !== null && amount >= MINIMUM_DONATION
}

/**
 * The fee on a donation, both in pence: the base fee plus a percentage of the amount, with VAT where the fee bears
 * it, never above the cap. Rounded once, at the end, half up. No donation, no fee [DONA-15..17].
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

/** The donation of a checkout in pence, before its fee; 0 when there is none. */
export function donationAmount({
  donation,
  donation_amount,
}: Pick<Checkout, 'donation' | 'donation_amount'>): number {
  return donation?.amount_before_booking_fee || donation_amount
}

/** A checkout as it is once a donation in pence is saved, or withdrawn by 0: with its fee, and counted in the total. */
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

/** What a donation in pence is worth to the charity with Gift Aid: a quarter more, rounded half up [GIFT-14]. */
export function giftAidValue(amount: number): number {
  return Math.round((amount * 5) / 4)
}

/** Whether Gift Aid on a donation in pence, before its fee, needs the donor's address [GIFT-10, GIFT-11]. */
export function needsGiftAidAddress(amount: number): boolean {
  return amount >= GIFT_AID_ADDRESS_FROM
}

// Percentages are counted in millionths of the whole, so that 1.4 % of an amount is exact.
const WHOLE = 1_000_000n

function share(percent: number) {
  return BigInt(Math.round(percent * 10_000))
}
