import type { Checkout } from '#src/checkout/schemas/checkout.ts'

const posted = /,?\s+by post$/i

/**
 * Tells what of an order comes by post, as far as the checkout tells, without a stop: the tickets whose names say so, or a part that is
 * not named. '' if no ticket does.
 */
export function postedWords(checkout: {
  tickets: Pick<Checkout['tickets'][number], 'ticket_name' | 'qty'>[]
  require_delivery_address: boolean
}): string {
  if (!checkout.require_delivery_address) return ''
  const counts = new Map<string, number>()
  for (const { ticket_name, qty } of checkout.tickets) {
    const name = posted.test(ticket_name) && ticket_name.replace(posted, '')
    if (name) counts.set(name, (counts.get(name) ?? 0) + qty)
  }
  if (counts.size === 0) return 'Part of your order comes by post'
  const items = [...counts].map(([name, count]) => (count > 1 ? `${count} × ${name}` : name))
  const isOne = [...counts.values()].reduce((sum, count) => sum + count) === 1
  return `${lists.format(items)} ${isOne ? 'comes' : 'come'} by post`
}

const lists = new Intl.ListFormat('en-GB')
