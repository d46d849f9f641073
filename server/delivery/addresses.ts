/** The page of an order. */
export function orderPath(reference: string): string {
  return `/account/orders/${reference}/`
}

/** The page of a ticket. */
export function ticketPath(ticketId: string): string {
  return `/account/tickets/${ticketId}/`
}
