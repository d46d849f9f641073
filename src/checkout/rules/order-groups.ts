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
