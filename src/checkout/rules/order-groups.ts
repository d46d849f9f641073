import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** Ticket lines of the same event and date; at least one. */
export type TicketGroup = [TicketLine, ...TicketLine[]]

/** Groups ticket lines by event and date, in the order of the lines. */
export function byEventDate(tickets: TicketLine[]): TicketGroup[] {
  const groups = new Map<string, TicketGroup>()
  for (const line of tickets) {
    const key = `${line.event_id} ${line.date_id}`
    const group = groups.get(key)
    if (group) group.push(line)
    else groups.set(key, [line])
  }
  return [...groups.values()]
}

/** Says when and where the tickets of a line are used: "Sat 16 Jan 2027, 6:00pm" and "Winter Arena"; what is streamed has no place. */
export function whenAndWhere(
  { event_id, nice_date }: Pick<TicketLine, 'event_id' | 'nice_date'>,
  { events }: Pick<Checkout, 'events'>,
): string[] {
  const event = events.find(({ id }) => id === event_id)
  const place = event?.has_livestream ? '' : event?.venue?.name
  return [nice_date, place ?? ''].filter(Boolean)
}
