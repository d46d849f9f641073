import {
  countOf,
  listPosted,
  postedTickets,
  type Counted,
  type PostableLine,
} from '#src/checkout/rules/posted-items.ts'

/**
 * Tells what of an order comes by post, as far as the checkout tells, without a stop: gift vouchers, the tickets of which the shop or
 * their names say so, or a part that is not named. '' if nothing does.
 */
export function postedWords({
  tickets,
  gift_vouchers,
  require_delivery_address,
}: {
  tickets: PostableLine[]
  gift_vouchers: Counted[]
  require_delivery_address: boolean
}): string {
  const demands = require_delivery_address && tickets.length > 0
  const posted = demands ? postedTickets(tickets) : []
  if (demands && posted.length === 0) return 'Part of your order comes by post'
  const items = listPosted(posted, gift_vouchers).replace(/^your/, 'Your')
  return items && `${items} ${countOf([...posted, ...gift_vouchers]) === 1 ? 'comes' : 'come'} by post`
}
