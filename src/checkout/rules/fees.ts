import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { GiftVoucher } from '#src/checkout/schemas/gift-voucher.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** The part of the basket lines that the fee rules read. All money is in pence. */
export type BasketLines = {
  tickets: readonly Pick<TicketLine, 'price' | 'qty' | 'discount_amount' | 'absorb_fee'>[]
  gift_vouchers: readonly Pick<GiftVoucher, 'value' | 'qty'>[]
}

/** A basket with its total and all other parts of the total. */
export type FeeBasket = BasketLines &
  Pick<
    Checkout,
    | 'basket_total'
    | 'gift_vouchers_applied_total'
    | 'offers_applied_total'
    | 'delivery_cost'
    | 'refund_protection'
    | 'refund_protection_cost'
    | 'donation'
  >

/** Returns the full price of tickets plus the value of gift vouchers, in pence [MONY-07]. */
export function subtotal({ tickets, gift_vouchers }: BasketLines): number {
  return sum(tickets, ({ price, qty }) => price * qty) + sum(gift_vouchers, ({ value, qty }) => value * qty)
}

/** Counts tickets and gift vouchers [MONY-08]. */
export function basketQuantity({ tickets, gift_vouchers }: BasketLines): number {
  return sum(tickets, ({ qty }) => qty) + sum(gift_vouchers, ({ qty }) => qty)
}

/** Returns the discount on tickets in pence; a line's discount is per ticket [MONY-09]. */
export function discountTotal({ tickets }: Pick<BasketLines, 'tickets'>): number {
  return sum(tickets, ({ discount_amount, qty }) => discount_amount * qty)
}

/** Returns whether the price includes the fee: no gift vouchers, and every ticket absorbs it [MONY-03, MONY-04]. */
export function areFeesAbsorbed({ tickets, gift_vouchers }: BasketLines): boolean {
  return gift_vouchers.length === 0 && tickets.every(({ absorb_fee }) => absorb_fee)
}

/** Returns the booking fee of the basket in pence: the total minus all other parts [MONY-01, MONY-02]. */
export function bookingFeeTotal(basket: FeeBasket): number {
  return (
    basket.basket_total +
    basket.gift_vouchers_applied_total +
    basket.offers_applied_total -
    basket.delivery_cost -
    refundProtectionTotal(basket) -
    donationTotal(basket) -
    (subtotal(basket) - discountTotal(basket))
  )
}

/** A discount in pence with its code; '' for the remainder without a code. */
export type Discount = { code: string; amount: number }

/**
 * The rows of the order summary in pence. If the fee is absorbed, `subtotal` includes it and `fee` is shown in brackets;
 * otherwise it is added [MONY-05, MONY-06]. The rows always add up to the total
 * (docs/decisions/0011-parts-add-up-to-the-total.md):
 *
 *     total = subtotal + (fee unless absorbed) + delivery + refundProtection + donation
 *             + donationFee - discounts - offers - giftVouchersApplied
 */
export type OrderSummary = {
  quantity: number
  subtotal: number
  fee: number
  areFeesAbsorbed: boolean
  discounts: Discount[]
  offers: number
  giftVouchersApplied: number
  delivery: number
  refundProtection: number
  donation: number
  donationFee: number
  total: number
}

/** Computes the rows of the order summary from a checkout [SUMM-03..09]. */
export function orderSummary(checkout: FeeBasket & Pick<Checkout, 'discounts_applied'>): OrderSummary {
  const residue = bookingFeeTotal(checkout)
  const fee = Math.max(0, residue)
  const isAbsorbed = areFeesAbsorbed(checkout)
  return {
    quantity: basketQuantity(checkout),
    subtotal: subtotal(checkout) + (isAbsorbed ? fee : 0),
    fee,
    areFeesAbsorbed: isAbsorbed,
    ...amountsOff(checkout, discountTotal(checkout) + fee - residue),
    delivery: checkout.delivery_cost,
    refundProtection: refundProtectionTotal(checkout),
    donation: checkout.donation?.amount_before_booking_fee ?? 0,
    donationFee: checkout.donation?.booking_fee ?? 0,
    total: checkout.basket_total,
  }
}

/** A named part of the total in pence; deductions are negative. */
export interface OrderRow {
  name: string
  amount: number
}

/** Returns the rows that add up to the total, without those of zero; a fee that is added comes second [SUMM-03..09]. */
export function orderRows(summary: OrderSummary): [OrderRow, ...OrderRow[]] {
  const row = (name: string, amount: number) => ({ name, amount })
  const others = [
    row('Booking fee', summary.areFeesAbsorbed ? 0 : summary.fee),
    ...summary.discounts.map(({ code, amount }) => row(code ? `Discount ${code}` : 'Discount', -amount)),
    row('Offers', -summary.offers),
    row('Delivery', summary.delivery),
    row('Refund protection', summary.refundProtection),
    row('Donation', summary.donation),
    row('Donation fee', summary.donationFee),
    row('Gift vouchers', -summary.giftVouchersApplied),
  ]
  return [row('Subtotal', summary.subtotal), ...others.filter(({ amount }) => amount !== 0)]
}

/** Writes the amount of a row: with a sign, except for the subtotal, to which the others are added [MONY-06]. */
export function signed({ name, amount }: OrderRow, money: (pence: number) => string): string {
  return (name !== 'Subtotal' && amount > 0 ? '+' : '') + money(amount)
}

/**
 * Returns all deductions, counting each penny once. Codes only label deductions: they are matched with discounts first,
 * then offers, then gift vouchers. The unmatched remainder of each gets a row without a code.
 */
function amountsOff(checkout: FeeBasket & Pick<Checkout, 'discounts_applied'>, discount: number) {
  const { offers_applied_total, gift_vouchers_applied_total } = checkout
  let unnamed = discount + offers_applied_total + gift_vouchers_applied_total
  const discounts: Discount[] = []
  let named = 0
  for (const [code, said] of Object.entries(checkout.discounts_applied)) {
    const amount = Math.min(said, unnamed)
    if (!code || amount <= 0) continue
    discounts.push({ code, amount })
    unnamed -= amount
    named += amount
  }

  const [otherDiscount = 0, offers = 0, giftVouchersApplied = 0] = [
    discount,
    offers_applied_total,
    gift_vouchers_applied_total,
  ].map((part) => {
    const share = Math.min(named, Math.max(0, part))
    named -= share
    return part - share
  })
  if (otherDiscount !== 0) discounts.push({ code: '', amount: otherDiscount })
  return { discounts, offers, giftVouchersApplied }
}

function refundProtectionTotal({ refund_protection, refund_protection_cost }: FeeBasket) {
  return refund_protection ? refund_protection_cost : 0
}

function donationTotal({ donation }: FeeBasket) {
  return donation ? donation.amount_before_booking_fee + donation.booking_fee : 0
}

function sum<T>(items: readonly T[], amount: (item: T) => number) {
  return items.reduce((total, item) => total + amount(item), 0)
}
