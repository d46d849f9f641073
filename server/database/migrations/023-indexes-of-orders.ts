import { inOrder } from './in-order.ts'

/** Finds the gift vouchers of an order, for its buyer's wallet and when a basket is deleted. */
export const up = inOrder([`create index on issued_vouchers (sale_id)`])
