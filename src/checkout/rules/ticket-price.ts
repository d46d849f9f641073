import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import type { Priced } from '#src/lib/price-words.ts'
import { bookingFeeTotal, type FeeBasket, type OrderSummary } from './fees.ts'

type PricedLine = Pick<TicketLine, 'price' | 'booking_fee' | 'event_hide_booking_fee'>
type PricedBasket = Omit<FeeBasket, 'tickets'> &
  Pick<Checkout, 'all_booking_fees_are_absorbed'> & {
    tickets: readonly (FeeBasket['tickets'][number] & Pick<TicketLine, 'booking_fee'>)[]
  }

/**
 * Returns the price of one ticket of a line and its fee, as BASK-29..31 split them: the fee is inside if all fees are
 * absorbed and the event does not hide it. A fee that the total does not contain is nobody's, so it is 0.
 */
export function ticketPrice(line: PricedLine, checkout: PricedBasket): Priced {
  const isFeeInside = checkout.all_booking_fees_are_absorbed && !line.event_hide_booking_fee
  return { price: line.price, fee: isFeeInside || feeOfLines(checkout) ? line.booking_fee : 0, isFeeInside }
}

/**
 * Returns the fees that the tickets name, in pence; 0 if the total does not contain them. What it contains beyond them is for the
 * whole order.
 */
export function feeOfLines(checkout: PricedBasket): number {
  const named = checkout.tickets.reduce((total, { booking_fee, qty }) => total + booking_fee * qty, 0)
  return named <= bookingFeeTotal(checkout) ? named : 0
}

/**
 * Returns what several lines charge together, in pence, where the subtotal and the booking fee add up to it and the total is another
 * amount; otherwise false. `lines` is how many prices the buyer would have to add up.
 */
export function chargedTogether(checkout: PricedBasket, summary: OrderSummary, lines: number) {
  const fee = feeOfLines(checkout)
  const isAdded = fee > 0 && fee === summary.fee && !summary.areFeesAbsorbed
  const isTold = isAdded && lines > 1 && summary.subtotal + fee !== summary.total
  return isTold && summary.subtotal + fee
}
