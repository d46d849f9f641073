import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/** Codes that only a signed link applies (docs/links.md). */
export const up = inOrder([
  `alter table discount_codes add column signed_link_only boolean not null default false`,
  ...described('discount_codes', '', {
    signed_link_only: 'Applied only by a link that its organiser has signed, never when typed.',
  }),
])
