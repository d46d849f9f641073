/** The page of an order. */
export function orderPath(reference: string): string {
  return `/account/orders/${reference}/`
}

/** The page of a ticket. */
export function ticketPath(ticketId: string): string {
  return `/account/tickets/${ticketId}/`
}

/** The pass of a ticket for a phone's wallet. */
export function passPath(ticketId: string, wallet: string): string {
  return `${ticketPath(ticketId)}pass/${wallet}/`
}
