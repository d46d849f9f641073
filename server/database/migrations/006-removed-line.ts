import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/** A line that is taken out of a basket and put back stands where it stood. */
export const up = inOrder([
  `alter table sales add column removed_line jsonb`,
  ...described('sales', '', {
    removed_line: 'The line that was removed last, and its number, which it gets back; null before.',
  }),
])
