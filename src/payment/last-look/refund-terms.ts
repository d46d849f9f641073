import { groupBy } from '#src/lib/group-by.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Line = Pick<TicketLine, 'event_name' | 'ticket_name' | 'non_refundable' | 'refund_policy'>

/** Returns the refund terms of tickets as sentences: one for all, or else one for each event with its name; none if none are known. */
export function refundTerms(lines: Line[]): string[] {
  if (new Set(lines.map(termsOf)).size === 1) return lines.slice(0, 1).map(termsOf).filter(Boolean)
  const events = groupBy(lines, (line) => line.event_name)
  return [...events].map(([name, own]) => termsOfEvent(events.size > 1 ? name : '', own)).filter(Boolean)
}

/** Returns the terms of an event, with the names of the tickets if theirs differ. */
function termsOfEvent(event: string, lines: Line[]): string {
  const namesOf = groupBy(lines, termsOf)
  const isOne = namesOf.size === 1
  return [...namesOf]
    .filter(([terms]) => terms !== '')
    .map(([terms, same], index) => {
      const tickets = isOne ? '' : same.map((line) => line.ticket_name).join(', ')
      return `${[index === 0 && event, tickets].filter(Boolean).join(', ')}: ${terms}`
    })
    .join(' ')
}

function termsOf({ non_refundable, refund_policy }: Line): string {
  const { title = '', description = '' } = refund_policy ?? {}
  return [non_refundable && 'Non-refundable', description || title].filter(Boolean).map(sentence).join(' ')
}

const sentence = (text: unknown) => String(text).trim().replace(/\.?$/, '.')
