import { draftKey, type QuantityDraft } from '#machines/basket.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { isBelowMinimum } from '#src/checkout/rules/quantities.ts'
import { missingRequiredTickets, type RequiringLine } from '#src/checkout/rules/required-tickets.ts'

type Line = RequiringLine & Pick<TicketLine, 'qty' | 'min_per_customer'>

/** The reason that passes by itself. */
export const updatingReason = 'Your basket is being updated.'

/**
 * Returns why the basket cannot be reserved: a problem that the buyer can fix, or else that it is being updated
 * [BASK-40..43].
 */
export function whyNotReserve(
  { tickets }: { tickets: readonly Line[] },
  drafts: Readonly<Record<string, QuantityDraft>>,
): string {
  const isBelow = tickets.some((line) => {
    const draft = drafts[draftKey({ kind: 'ticket', id: line.ticket_id, value: 0 })]
    return isBelowMinimum(line, draft?.quantity ?? line.qty)
  })
  if (isBelow) return 'One type of ticket is below its minimum.'
  if (missingRequiredTickets(tickets).length > 0) return 'A required ticket is missing.'
  return updatingReason
}
