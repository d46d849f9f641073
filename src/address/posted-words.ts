import type { Checkout } from '#src/checkout/schemas/checkout.ts'

const posted = /,?\s+by post$/i

/**
 * Tells what of an order comes by post, as far as the checkout tells: all of it, or the tickets whose names say so. '' if it
 * is not known that anything does, as with gift vouchers that cost no delivery.
 */
export function postedWords(checkout: {
  tickets: Pick<Checkout['tickets'][number], 'ticket_name'>[]
  gift_vouchers: Pick<Checkout['gift_vouchers'][number], 'name'>[]
  require_delivery_address: boolean
  delivery_cost: number
}): string {
  const tickets = checkout.tickets.map(({ ticket_name }) => ticket_name)
  const vouchers = checkout.delivery_cost > 0 ? checkout.gift_vouchers.map(({ name }) => name) : []
  if (!checkout.require_delivery_address) return byPost(vouchers)
  const named = new Set(tickets).size > 1 ? tickets.filter((name) => posted.test(name)) : tickets
  return byPost([...named, ...vouchers]) || 'Part of your order comes by post.'
}

function byPost(names: string[]) {
  const short = [...new Set(names.map((name) => name.replace(posted, '')))].filter(Boolean)
  return short.length > 0 ? `${short.join(', ')}: by post` : ''
}
