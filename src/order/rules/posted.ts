import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { TicketLine } from '#src/checkout/schemas/ticket-line.ts'
import { plural } from '#src/lib/plural.ts'

/** Says that a ticket comes by post; '' if it does not, the back-end does not say so, or its name does. */
export const postedNote = ({ ticket_name, is_posted }: Pick<TicketLine, 'ticket_name' | 'is_posted'>) =>
  is_posted && !/\bby post$/i.test(ticket_name) ? 'Comes by post' : ''

/**
 * Says what of an order is posted, and where: "By post: 1 × Runner and your gift voucher, to Ada Byron, 1 Quay". Only where, if the
 * back-end does not say which tickets are; '' if it says neither.
 */
export function postedTo({
  tickets,
  gift_vouchers,
  posted_to,
}: Pick<Checkout, 'posted_to'> & {
  tickets: Pick<TicketLine, 'qty' | 'ticket_name' | 'is_posted'>[]
  gift_vouchers: Pick<Checkout['gift_vouchers'][number], 'qty'>[]
}): string {
  if (!posted_to) return ''
  const posted = tickets.filter(({ is_posted }) => is_posted)
  if (posted.length === 0) return `By post to ${posted_to}`
  const items = posted.map(({ qty, ticket_name }) => `${qty} × ${ticket_name.replace(/,?\s+by post$/i, '')}`)
  const vouchers = gift_vouchers.reduce((sum, { qty }) => sum + qty, 0)
  if (vouchers > 0) items.push(`your gift ${plural(vouchers, 'voucher')}`)
  return `By post: ${new Intl.ListFormat('en-GB').format(items)}, to ${posted_to}`
}
