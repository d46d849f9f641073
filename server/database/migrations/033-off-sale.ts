import { inOrder } from './in-order.ts'

/** Takes ticket types off sale, and questions and waivers out of use, that orders still refer to. */
export const up = inOrder([
  `alter table ticket_types add column published boolean not null default true`,
  `alter table questions add column published boolean not null default true`,
  `alter table waivers add column published boolean not null default true`,
])
