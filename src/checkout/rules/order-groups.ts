import { groupBy } from '#src/lib/group-by.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** Ticket lines of the same event and date; at least one. */
export type TicketGroup = [TicketLine, ...TicketLine[]]

/** Groups ticket lines by event and date, in the order of the lines. */
export function byEventDate(tickets: TicketLine[]): TicketGroup[] {
  return [...groupBy(tickets, ({ event_id, date_id }) => `${event_id} ${date_id}`).values()]
}
