import { inOrder } from './in-order.ts'

/** Finds the sales of a person by email or session, for the limits per customer. */
export const up = inOrder([
  `create index on sales (guest_email) where guest_email <> ''`,
  `create index on sales (session_id)`,
])
