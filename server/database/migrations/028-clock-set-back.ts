import { inOrder } from './in-order.ts'

/** When the shop last looked at its clock, to notice that the database's clock was set back. */
export const up = inOrder([`alter table shop_clock add column seen_at timestamptz`])
