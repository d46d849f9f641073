import type { Basket } from './read-basket.ts'

/**
 * Returns where the tickets and gift vouchers of a basket are posted, on one line; '' if nothing is, or it is not known yet. Gift vouchers
 * always are, which may be free.
 */
export function postedTo({ sale, tickets, vouchers }: Pick<Basket, 'sale' | 'tickets' | 'vouchers'>): string {
  const isPosted = tickets.some((line) => line.deliverable) || vouchers.length > 0
  if (!isPosted || !sale.delivery_address) return ''
  const { first_name, last_name, address_1, address_2, town, state, postcode } = sale.delivery_address
  const lines = [`${first_name} ${last_name}`, address_1, address_2, town, state, postcode]
  return lines.filter((line) => line?.trim()).join(', ')
}
