import { inOrder } from './in-order.ts'

/**
 * Orders the lines of a sale by a number instead of a time, because several lines can be added at the same instant. The
 * first line's organiser is the one that is paid.
 */
export const up = inOrder([
  `create sequence line_numbers`,
  `alter table sale_tickets add column line_number bigint not null default nextval('line_numbers')`,
  `alter table sale_gift_vouchers add column line_number bigint not null default nextval('line_numbers')`,
  `alter table sale_tickets drop column added_at`,
  `alter table sale_gift_vouchers drop column added_at`,
])
