import type { Checkout } from '#src/checkout/schemas/checkout.ts'

const posted = /,?\s+by post$/i

/**
 * Tells what of an order comes by post, as far as the checkout tells: the tickets whose names say so, or a part that is not named.
 * '' if no ticket does.
 */
export function postedWords(checkout: {
  tickets: Pick<Checkout['tickets'][number], 'ticket_name'>[]
  require_delivery_address: boolean
}): string {
  const tickets = checkout.tickets.map(({ ticket_name }) => ticket_name)
  if (!checkout.require_delivery_address) return ''
  return byPost(tickets.filter((name) => posted.test(name))) || 'Part of your order comes by post.'
}

function byPost(names: string[]) {
  const short = [...new Set(names.map((name) => name.replace(posted, '')))].filter(Boolean)
  return short.length > 0 ? `${short.join(', ')}: by post` : ''
}
