import type { Checkout } from '#src/checkout/schemas/checkout.ts'

/**
 * Returns the lines whose tickets can be transferred: neither seated nor posted, while nothing has been sent
 * [XFER-33, XFER-34, OPEN-88].
 */
export function transferLines({ tickets, has_transfers }: Pick<Checkout, 'tickets' | 'has_transfers'>) {
  if (has_transfers) return []
  return tickets
    .filter(({ seats, qty, non_transferable }) => seats.length === 0 && qty > 0 && !non_transferable)
    .map(({ ticket_id, event_name, ticket_name, qty }) => ({
      ticketId: ticket_id,
      title: [event_name, ticket_name].filter(Boolean).join(' - '),
      qty,
    }))
}
