import { draftKey, type QuantityDraft } from '#machines/basket.ts'
import type { TicketLine } from '#src/api/schemas/ticket-line.ts'
import { isBelowMinimum } from '#src/rules/quantities.ts'
import { missingRequiredTickets } from '#src/rules/required-tickets.ts'

type Line = Pick<TicketLine, 'ticket_id' | 'qty' | 'min_per_customer' | 'required_tickets'>

/**
 * In words, why a basket that cannot be reserved cannot: what the buyer can put right comes first, and otherwise it
 * is being updated [BASK-40..43].
 */
export function whyNotReserve(
  { tickets }: { tickets: readonly Line[] },
  drafts: Readonly<Record<string, QuantityDraft>>,
): string {
  const isBelow = tickets.some((line) => {
    const draft = drafts[draftKey({ kind: 'ticket', id: line.ticket_id, value: 0 })]
    return isBelowMinimum(line, draft?.quantity ?? line.qty)
  })
  if (isBelow) return 'There are fewer tickets of one type than you must purchase.'
  if (missingRequiredTickets(tickets).length > 0)
    return 'There is a ticket in your basket that needs another one.'
  return 'Your basket is being updated.'
}
