import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { plural } from '#src/lib/plural.ts'

const posted = /,?\s+by post$/i

/**
 * Tells what of an order comes by post, as far as the checkout tells, without a stop: gift vouchers and the tickets whose names say so,
 * or a part that is not named. '' if nothing does.
 */
export function postedWords(checkout: {
  tickets: Pick<Checkout['tickets'][number], 'ticket_name' | 'qty'>[]
  gift_vouchers: Pick<Checkout['gift_vouchers'][number], 'qty'>[]
  require_delivery_address: boolean
}): string {
  const tickets = checkout.require_delivery_address ? postedTickets(checkout.tickets) : []
  if (checkout.require_delivery_address && tickets.length === 0) return 'Part of your order comes by post'
  const vouchers = sum(checkout.gift_vouchers)
  const items = tickets.map(({ name, qty }) => (qty > 1 ? `${qty} × ${name}` : name))
  if (vouchers > 0) items.push(`${items.length ? 'your' : 'Your'} gift ${plural(vouchers, 'voucher')}`)
  if (items.length === 0) return ''
  return `${lists.format(items)} ${vouchers + sum(tickets) === 1 ? 'comes' : 'come'} by post`
}

/** The tickets whose names say that they are posted, once for each name. */
function postedTickets(tickets: Pick<Checkout['tickets'][number], 'ticket_name' | 'qty'>[]) {
  const counts = new Map<string, number>()
  for (const { ticket_name, qty } of tickets) {
    const name = posted.test(ticket_name) && ticket_name.replace(posted, '')
    if (name) counts.set(name, (counts.get(name) ?? 0) + qty)
  }
  return [...counts].map(([name, qty]) => ({ name, qty }))
}

const sum = (lines: readonly { qty: number }[]) => lines.reduce((all, { qty }) => all + qty, 0)

const lists = new Intl.ListFormat('en-GB')
