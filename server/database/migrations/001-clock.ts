import { inOrder } from './in-order.ts'

/**
 * The shop's clock: database time plus an offset kept in one row. Only the sandbox moves the offset; the shop's SQL
 * always compares times with `shop_now()`.
 */
export const up = inOrder([
  `create table shop_clock (
    id boolean primary key default true check (id),
    moved_by interval not null default '0 seconds'
  )`,
  `insert into shop_clock default values`,
  `create function shop_now() returns timestamptz language sql stable as
    $$ select clock_timestamp() + moved_by from shop_clock $$`,
])
