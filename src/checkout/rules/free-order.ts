import type { Checkout } from '#src/checkout/schemas/checkout.ts'

/** Returns whether an order is of free tickets only: one that a gift voucher has paid for is none. */
export function isFreeOrder({
  basket_total,
  tickets,
  gift_vouchers,
}: Pick<Checkout, 'basket_total' | 'gift_vouchers'> & {
  tickets: readonly Pick<Checkout['tickets'][number], 'price'>[]
}): boolean {
  return (
    basket_total === 0 &&
    gift_vouchers.length === 0 &&
    tickets.length > 0 &&
    tickets.every(({ price }) => price === 0)
  )
}
