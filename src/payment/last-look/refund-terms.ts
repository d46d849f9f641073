import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'

type Line = Pick<TicketLine, 'ticket_name' | 'non_refundable' | 'refund_policy'>

/** Returns the refund terms of tickets as sentences, with the names of the tickets if they differ; '' if none are known. */
export function refundTerms(lines: Line[]): string {
  const namesOf = Map.groupBy(lines, termsOf)
  const isOne = namesOf.size === 1
  return [...namesOf]
    .filter(([terms]) => terms !== '')
    .map(([terms, same]) => (isOne ? terms : `${same.map((line) => line.ticket_name).join(', ')}: ${terms}`))
    .join(' ')
}

function termsOf({ non_refundable, refund_policy }: Line): string {
  const { title = '', description = '' } = refund_policy ?? {}
  return [non_refundable && 'Non-refundable', description || title].filter(Boolean).map(sentence).join(' ')
}

const sentence = (text: unknown) => String(text).trim().replace(/\.?$/, '.')
