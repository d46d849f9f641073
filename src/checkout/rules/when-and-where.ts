import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

/** Says when and where the tickets of a line are used: "Sat 16 Jan 2027, 6:00pm" and "Winter Arena"; what is streamed has no place. */
export function whenAndWhere(
  { event_id, nice_date }: Pick<TicketLine, 'event_id' | 'nice_date'>,
  { events }: Pick<Checkout, 'events'>,
): string[] {
  const event = events.find(({ id }) => id === event_id)
  const place = event?.has_livestream ? '' : event?.venue?.name
  return [nice_date, place ?? ''].filter(Boolean)
}
