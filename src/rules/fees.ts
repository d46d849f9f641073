import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { GiftVoucher } from '#src/api/schemas/gift-voucher.ts'
import type { TicketLine } from '#src/api/schemas/ticket-line.ts'

/** The lines of a basket, as far as the fee rules look at them. All money is pence. */
export type BasketLines = {
  tickets: readonly Pick<TicketLine, 'price' | 'qty' | 'discount_amount' | 'absorb_fee'>[]
  gift_vouchers: readonly Pick<GiftVoucher, 'value' | 'qty'>[]
}

/** A basket with its total and everything that goes into the total beside the lines. */
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

/** Tickets at their full price and gift vouchers at their value, in pence [MONY-07]. */
export function subtotal({ tickets, gift_vouchers }: BasketLines): number {
  return sum(tickets, ({ price, qty }) => price * qty) + sum(gift_vouchers, ({ value, qty }) => value * qty)
}

/** How many tickets and gift vouchers there are [MONY-08]. */
export function basketQuantity({ tickets, gift_vouchers }: BasketLines): number {
  return sum(tickets, ({ qty }) => qty) + sum(gift_vouchers, ({ qty }) => qty)
}

/** What is taken off the tickets, in pence; a line's discount is per ticket [MONY-09]. */
export function discountTotal({ tickets }: Pick<BasketLines, 'tickets'>): number {
  return sum(tickets, ({ discount_amount, qty }) => discount_amount * qty)
}

/** Whether the fee is part of the price: only without gift vouchers and if every ticket absorbs it [MONY-03, MONY-04]. */
export function areFeesAbsorbed({ tickets, gift_vouchers }: BasketLines): boolean {
  return gift_vouchers.length === 0 && tickets.every(({ absorb_fee }) => absorb_fee)
}

/** The booking fee of the whole basket in pence: what the total holds beyond all its other parts [MONY-01, MONY-02]. */
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

/** A discount under its code; the part that no code accounts for has the code ''. */
export type Discount = { code: string; amount: number }

/**
 * What the order summary shows, in pence. `subtotal` includes the fee when it is absorbed, and `fee` then names it
 * in brackets; otherwise the fee is added [MONY-05, MONY-06]. The parts add up to the total:
 * subtotal + (fee unless absorbed) + delivery + refund protection + donation
 * - discount total - offers - gift vouchers applied.
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
  total: number
}

/** Breaks a checkout's total down for the order summary [SUMM-03..09]. */
export function orderSummary(checkout: FeeBasket & Pick<Checkout, 'discounts_applied'>): OrderSummary {
  const fee = bookingFeeTotal(checkout)
  const isAbsorbed = areFeesAbsorbed(checkout)
  return {
    quantity: basketQuantity(checkout),
    subtotal: subtotal(checkout) + (isAbsorbed ? fee : 0),
    fee,
    areFeesAbsorbed: isAbsorbed,
    discounts: discounts(checkout),
    offers: checkout.offers_applied_total,
    giftVouchersApplied: checkout.gift_vouchers_applied_total,
    delivery: checkout.delivery_cost,
    refundProtection: refundProtectionTotal(checkout),
    donation: donationTotal(checkout),
    total: checkout.basket_total,
  }
}

function discounts(checkout: BasketLines & Pick<Checkout, 'discounts_applied'>): Discount[] {
  const byCode = Object.entries(checkout.discounts_applied).map(([code, amount]) => ({ code, amount }))
  const others = discountTotal(checkout) - sum(byCode, ({ amount }) => amount)
  return others > 0 ? [...byCode, { code: '', amount: others }] : byCode
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
