import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/** How much longer the shop has made a hold because its buyer asked for more time (decision 62). */
export const up = inOrder([
  `alter table sales add column extended_seconds integer not null default 0`,
  ...described('sales', '', {
    extended_seconds: 'By how much this hold was made longer; 0 if it was not (decision 62).',
  }),
])
