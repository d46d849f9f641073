import { isStanding } from '#machines/transfers.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { lineTitle } from '#src/order/rules/not-transferable.ts'
import type { Offer } from '#src/order/schemas.ts'

/**
 * Returns the lines whose tickets can be transferred, neither seated nor posted, with how many are left beside the offers [XFER-33,
 * XFER-34]. A back-end that lists no offers does not tell what is left once some were sent [OPEN-88].
 */
export function transferLines(
  { tickets, has_transfers }: Pick<Checkout, 'tickets' | 'has_transfers'>,
  offers: Offer[],
) {
  if (has_transfers && offers.length === 0) return []
  return tickets
    .filter(({ seats, non_transferable }) => seats.length === 0 && !non_transferable)
    .map((line) => ({ ...line, qty: line.qty - qtyOffered(line, offers) }))
    .filter(({ qty }) => qty > 0)
    .map(({ ticket_id, event_name, ticket_name, qty, nice_date, thumbnail }) => ({
      ticketId: ticket_id,
      title: lineTitle({ event_name, ticket_name }),
      qty,
      date: nice_date,
      picture: thumbnail,
    }))
}

/** How many tickets of a line somebody else can accept, or has accepted. */
function qtyOffered({ ticket_id }: { ticket_id: string }, offers: Offer[]): number {
  const standing = offers.filter((offer) => offer.ticket_id === ticket_id && isStanding(offer))
  return standing.reduce((sum, { qty }) => sum + qty, 0)
}

/** Returns whether tickets were sent and none came back, for a back-end that lists the offers alone [XFER-18, OPEN-88]. */
export const areSent = (offers: Offer[]) => offers.length > 0 && offers.every(isStanding)

/** Returns whether tickets can be transferred or were, before the offers are known. */
export const hasTransfers = (checkout: Pick<Checkout, 'tickets' | 'has_transfers'>) =>
  checkout.has_transfers === true || transferLines(checkout, []).length > 0

/**
 * Returns whether the shop may tell more of an order than is documented with its details: one that does tells the short reference
 * with the order itself.
 */
export const tellsMore = ({ order_reference }: Pick<Checkout, 'order_reference'>) => order_reference !== ''

/** Returns whether an event of the order has an address near which places to stay can be found [DONE-22]. */
export const canStay = ({ events }: Pick<Checkout, 'events'>) =>
  events.some(({ venue }) => venue?.full_address)
