import type { RequiredTicket, TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** What of a line decides whether its required tickets are there. */
export interface RequiringLine extends Pick<TicketLine, 'ticket_id'> {
  required_tickets: readonly Pick<RequiredTicket, 'ids'>[]
}

/** Message above the titles of the missing tickets [BASK-52]. */
export const requiredTicketsMessage = 'You must also purchase the following tickets to continue the checkout'

/** Returns the lines whose required tickets are all missing; any one of them is enough [BASK-52..54]. */
export function missingRequiredTickets<T extends RequiringLine>(tickets: readonly T[]): T[] {
  const inBasket = new Set(tickets.map(({ ticket_id }) => ticket_id))
  return tickets
    .filter(({ required_tickets }) => required_tickets.length > 0)
    .filter(({ required_tickets }) => !required_tickets.some(({ ids }) => ids.some((id) => inBasket.has(id))))
}
