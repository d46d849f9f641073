import { inOrder } from './in-order.ts'

/** The total that the buyer of a basket knows; see decision 15. */
export const up = inOrder([`alter table sales add column known_total integer check (known_total >= 0)`])
