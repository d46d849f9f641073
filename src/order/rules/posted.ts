import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import {
  listPosted,
  postedTickets,
  type Counted,
  type PostableLine,
} from '#src/checkout/rules/posted-items.ts'

/**
 * Says what of an order is posted, and where: "By post: 1 × Runner and your gift voucher, to Ada Byron, 1 Quay". Only where, if it is not
 * known which tickets are; '' if the back-end does not say where.
 */
export function postedTo({
  tickets,
  gift_vouchers,
  posted_to,
}: Pick<Checkout, 'posted_to'> & { tickets: PostableLine[]; gift_vouchers: Counted[] }): string {
  if (!posted_to) return ''
  const posted = postedTickets(tickets)
  if (posted.length === 0) return `By post to ${posted_to}`
  return `By post: ${listPosted(posted, gift_vouchers)}, to ${posted_to}`
}
