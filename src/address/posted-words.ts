import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { plural } from '#src/lib/plural.ts'

const posted = /,?\s+by post$/i

type PostedLine = Pick<Checkout['tickets'][number], 'ticket_name' | 'qty' | 'is_posted'>

/**
 * Tells what of an order comes by post, as far as the checkout tells, without a stop: gift vouchers, the tickets of which the shop or
 * their names say so, or a part that is not named. '' if nothing does.
 */
export function postedWords(checkout: {
  tickets: PostedLine[]
  gift_vouchers: Pick<Checkout['gift_vouchers'][number], 'qty'>[]
  require_delivery_address: boolean
}): string {
  const demands = checkout.require_delivery_address && checkout.tickets.length > 0
  const tickets = demands ? postedTickets(checkout.tickets) : []
  if (demands && tickets.length === 0) return 'Part of your order comes by post'
  const vouchers = sum(checkout.gift_vouchers)
  const items = tickets.map(({ name, qty }) =>
    qty > 1 ? `${qty} × ${name.replace(/ticket$/, 'tickets')}` : name,
  )
  if (vouchers > 0) items.push(`${items.length ? 'your' : 'Your'} gift ${plural(vouchers, 'voucher')}`)
  if (items.length === 0) return ''
  return `${lists.format(items)} ${vouchers + sum(tickets) === 1 ? 'comes' : 'come'} by post`
}

/** The tickets that are posted, once for each name. */
function postedTickets(tickets: PostedLine[]) {
  const counts = new Map<string, number>()
  for (const line of tickets) {
    const name = postedName(line)
    if (name) counts.set(name, (counts.get(name) ?? 0) + line.qty)
  }
  return [...counts].map(([name, qty]) => ({ name, qty }))
}

function postedName({ ticket_name, is_posted }: PostedLine): string {
  if (posted.test(ticket_name)) return ticket_name.replace(posted, '')
  if (!is_posted || !ticket_name) return ''
  return /\bticket$/i.test(ticket_name) ? ticket_name : `${ticket_name} ticket`
}

const sum = (lines: readonly { qty: number }[]) => lines.reduce((all, { qty }) => all + qty, 0)

const lists = new Intl.ListFormat('en-GB')
