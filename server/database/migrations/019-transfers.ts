import { inOrder } from './in-order.ts'

/** The transfer of an order's tickets, which happens once: a digest of the request recognises it when it is repeated. */
export const up = inOrder([
  `alter table sales add column transfer_digest text`,
  `create index on tickets (transfer_id)`,
])
