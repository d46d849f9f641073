import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** The end of a name that says itself that the ticket comes by post: "Poster by post", "Poster (by post)". */
export const postedEnding = /[\s,(]*\bby post\)?$/i

/** Says that a ticket comes by post; '' if it does not, the back-end does not say so, or its name does. */
export const postedNote = ({ ticket_name, is_posted }: Pick<TicketLine, 'ticket_name' | 'is_posted'>) =>
  is_posted && !postedEnding.test(ticket_name) ? 'Comes by post' : ''
