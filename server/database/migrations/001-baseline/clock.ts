import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * The shop's clock: database time plus an offset kept in one row. Only the sandbox moves the offset; the shop's SQL
 * always compares times with `shop_now()`.
 */
export const addClock = inOrder([
  `create table shop_clock (
    id boolean primary key default true check (id),
    moved_by interval not null default '0 seconds',
    seen_at timestamptz
  )`,
  ...described('shop_clock', "The offset of the shop's time; one row.", {
    seen_at: "When the shop last looked at the clock, to notice that the database's clock was set back.",
  }),
  `insert into shop_clock default values`,
  `create function shop_now() returns timestamptz language sql stable as
    $$ select clock_timestamp() + moved_by from shop_clock $$`,
])
