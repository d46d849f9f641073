import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Line = Pick<TicketLine, 'ticket_id' | 'required_tickets'>

/** A ticket that cannot be bought yet, and the titles of the tickets of which one must be bought with it. */
export type MissingRequirement = { ticket_id: string; titles: string[] }

/** Message above the titles of the missing tickets [BASK-52]. */
export const requiredTicketsMessage = 'You must also purchase the following tickets to continue the checkout'

/** Returns the lines whose required tickets are all missing; any one of them is enough [BASK-52..54]. */
export function missingRequiredTickets(tickets: readonly Line[]): MissingRequirement[] {
  const inBasket = new Set(tickets.map(({ ticket_id }) => ticket_id))
  return tickets
    .filter(({ required_tickets }) => required_tickets.length > 0)
    .filter(({ required_tickets }) => !required_tickets.some(({ ids }) => ids.some((id) => inBasket.has(id))))
    .map(({ ticket_id, required_tickets }) => ({
      ticket_id,
      titles: required_tickets.map(({ title }) => title),
    }))
}
