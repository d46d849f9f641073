import { inOrder } from './in-order.ts'

/** From which network address, as a keyed hash, a basket was reserved last: held places are counted for each address. */
export const up = inOrder([
  `alter table sales add column held_from text`,
  `create index on sales (held_from) where held_until is not null and paid_at is null`,
  `create index on sales (user_id) where held_until is not null and paid_at is null`,
])
