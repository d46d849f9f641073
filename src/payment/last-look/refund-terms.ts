import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Line = Pick<TicketLine, 'event_name' | 'ticket_name' | 'non_refundable' | 'refund_policy'>

/** Returns the refund terms of tickets as sentences, with the names of the tickets if they differ; '' if none are known. */
export function refundTerms(lines: Line[]): string {
  const namesOf = Map.groupBy(lines, termsOf)
  const isOne = namesOf.size === 1
  const isOneEvent = new Set(lines.map((line) => line.event_name)).size === 1
  const nameOf = (line: Line) => (isOneEvent ? line.ticket_name : `${line.event_name}, ${line.ticket_name}`)
  return [...namesOf]
    .filter(([terms]) => terms !== '')
    .map(([terms, same]) => (isOne ? terms : `${same.map(nameOf).join(isOneEvent ? ', ' : '; ')}: ${terms}`))
    .join(' ')
}

function termsOf({ non_refundable, refund_policy }: Line): string {
  const { title = '', description = '' } = refund_policy ?? {}
  return [non_refundable && 'Non-refundable', description || title].filter(Boolean).map(sentence).join(' ')
}

const sentence = (text: unknown) => String(text).trim().replace(/\.?$/, '.')
