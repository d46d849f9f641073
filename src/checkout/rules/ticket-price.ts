import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/**
 * Returns the displayed price of a ticket in pence, or FREE. It includes the booking fee if all fees are absorbed and the
 * event does not hide it [BASK-29..31].
 */
export function displayedTicketPrice(
  line: Pick<TicketLine, 'price' | 'booking_fee' | 'event_hide_booking_fee'>,
  checkout: Pick<Checkout, 'all_booking_fees_are_absorbed'>,
): number | 'FREE' {
  if (line.price <= 0) return 'FREE'
  const includesFee = checkout.all_booking_fees_are_absorbed && !line.event_hide_booking_fee
  return includesFee ? line.price + line.booking_fee : line.price
}
