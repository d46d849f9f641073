/** The page of a ticket. */
export function ticketPath(ticketId: string): string {
  return `/account/tickets/${ticketId}/`
}

/** The pass of a ticket for a phone's wallet. */
export function passPath(ticketId: string, wallet: string): string {
  return `${ticketPath(ticketId)}pass/${wallet}/`
}
