import { inOrder } from './in-order.ts'

/**
 * The order of the lines of a sale, by a number instead of the time: several lines are added in one instant, and the
 * first line's organiser decides who is paid.
 */
export const up = inOrder([
  `create sequence line_numbers`,
  `alter table sale_tickets add column line_number bigint not null default nextval('line_numbers')`,
  `alter table sale_gift_vouchers add column line_number bigint not null default nextval('line_numbers')`,
  `alter table sale_tickets drop column added_at`,
  `alter table sale_gift_vouchers drop column added_at`,
])
