import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { plural } from '#src/lib/plural.ts'
import { postedEnding } from './posted-note.ts'

/** What a ticket needs to tell whether it comes by post. */
export type PostableLine = Pick<TicketLine, 'ticket_name' | 'qty' | 'is_posted'>

/** Gift vouchers, or tickets of one name, of which so many are posted. */
export type Counted = Pick<Checkout['gift_vouchers'][number], 'qty'>

/** Returns the tickets that come by post, as far as the back-end or their names say so, once for each name. */
export function postedTickets(tickets: readonly PostableLine[]) {
  const counts = new Map<string, number>()
  for (const { ticket_name, qty, is_posted } of tickets) {
    const name = ticket_name.replace(postedEnding, '')
    if (name && (is_posted || name !== ticket_name)) counts.set(name, (counts.get(name) ?? 0) + qty)
  }
  return [...counts].map(([name, qty]) => ({ name, qty }))
}

/** Lists what is posted, gift vouchers last: "1 × Runner and your gift voucher". */
export function listPosted(tickets: ReturnType<typeof postedTickets>, vouchers: readonly Counted[]): string {
  const count = countOf(vouchers)
  return new Intl.ListFormat('en-GB').format([
    ...tickets.map(({ name, qty }) => `${qty} × ${name}`),
    ...(count > 0 ? [`your gift ${plural(count, 'voucher')}`] : []),
  ])
}

/** Counts gift vouchers or tickets. */
export const countOf = (ones: readonly Counted[]) => ones.reduce((sum, { qty }) => sum + qty, 0)
