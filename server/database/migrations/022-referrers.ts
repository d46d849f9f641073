import { inOrder } from './in-order.ts'

/** Links by which buyers recommend the shop, the sessions that opened one, and the orders that came of it. */
export const up = inOrder([
  `create table referrers (
    token text primary key,
    sale_id uuid not null unique references sales,
    created_at timestamptz not null default shop_now()
  )`,
  `alter table sessions add column referrer text references referrers`,
  `create table referrals (
    sale_id uuid primary key references sales,
    referrer text not null references referrers,
    created_at timestamptz not null default shop_now()
  )`,
  `create index on referrals (referrer)`,
  `create index on feedback (sale_id)`,
])
