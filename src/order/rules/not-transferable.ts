import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Line = Pick<TicketLine, 'seats' | 'is_posted' | 'non_transferable' | 'event_name' | 'ticket_name'>

/** Why seated tickets cannot be transferred, and what to do instead [XFER-34]. */
export const whySeatedStay =
  'Tickets with a numbered seat cannot be transferred here. To give one to somebody else, contact the organiser.'

/** Returns why tickets of an order cannot be transferred, and what to do instead: a text for each reason [XFER-33, XFER-34]. */
export function whyNotTransferable(lines: readonly Line[]): string[] {
  return [...new Set(lines.map(whyNot).filter(Boolean))]
}

function whyNot(line: Line): string {
  if (line.seats.length > 0) return whySeatedStay
  if (!line.non_transferable) return ''
  if (line.is_posted)
    return 'What comes by post cannot be transferred here. You can give it to somebody else once it has arrived.'
  return `${lineTitle(line)} cannot be transferred here.`
}

/** Returns "event name - ticket name" [XFER-05]. */
export function lineTitle({
  event_name,
  ticket_name,
}: Pick<TicketLine, 'event_name' | 'ticket_name'>): string {
  return [event_name, ticket_name].filter(Boolean).join(' - ')
}
