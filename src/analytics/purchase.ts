import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { Recipient } from './recipients.ts'

/** A sale as analytics and ad pixels get it. `value` is in pounds, euros or dollars, not in pence. */
export interface Purchase {
  /** Identifies the order without telling its reference. */
  transactionId: string
  value: number
  currency: string
  items: { item_id: string; item_name: string; item_variant: string; price: number; quantity: number }[]
}

type Order = Pick<Checkout, 'tickets' | 'gift_vouchers' | 'basket_total' | 'currency'>

/**
 * Returns what a recipient is told of a sale [DELI-12, DELI-13]: the total of the order, or for the tag of one event among
 * several its own tickets with their booking fees, as other organisers' sales are not its business.
 */
export function purchaseFor(
  order: Order,
  { eventIds }: Pick<Recipient, 'eventIds'>,
  transactionId: string,
): Purchase {
  const tickets = order.tickets.filter(({ event_id }) => eventIds?.includes(event_id) ?? true)
  const isWhole = tickets.length === order.tickets.length && (!eventIds || order.gift_vouchers.length === 0)
  const ownPence = tickets.reduce(
    (sum, { price, discount_amount, booking_fee, qty }) =>
      sum + (price - discount_amount + booking_fee) * qty,
    0,
  )
  return {
    transactionId,
    value: (isWhole ? order.basket_total : ownPence) / 100,
    currency: order.currency.code || 'GBP',
    items: tickets.map(({ ticket_id, event_name, ticket_name, price, discount_amount, qty }) => ({
      item_id: ticket_id,
      item_name: event_name,
      item_variant: ticket_name,
      price: (price - discount_amount) / 100,
      quantity: qty,
    })),
  }
}
