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
