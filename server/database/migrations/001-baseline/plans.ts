import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** Instalment plans: the agreement with the buyer, the card that it charges, and the instalments. */
export const addPlans = inOrder([
  `create table instalments (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    number integer not null check (number > 0),
    due_at timestamptz not null,
    amount integer not null check (amount >= 0),
    payment_id uuid references payments,
    reminded_at timestamptz,
    tries integer not null default 0,
    next_try_at timestamptz not null,
    unique (sale_id, number)
  )`,
  `create index on instalments (next_try_at) where payment_id is null`,
  `create unique index one_instalment_per_payment on instalments (payment_id)`,
  `create index on instalments (due_at) where payment_id is null and reminded_at is null`,
  ...described('instalments', '', {
    tries: 'How often charging has failed.',
    next_try_at: 'When the job charges it; the due time until a charge has failed.',
  }),
  `create table payment_plans (
    sale_id uuid primary key references sales,
    months integer not null check (months > 1),
    status text not null default 'active' check (status in ('active', 'completed', 'stopped', 'cancelled')),
    provider text not null,
    account text not null,
    provider_customer_id text not null,
    provider_method_id text not null,
    brand text not null,
    last4 text not null,
    expiry_month integer not null,
    expiry_year integer not null,
    mobile text not null,
    wording text not null,
    agreed_at timestamptz not null default shop_now(),
    updated_at timestamptz not null default shop_now()
  )`,
  `create index on payment_plans (provider_method_id)`,
  ...described(
    'payment_plans',
    "A buyer's agreement to pay a sale in instalments, and the card that pays them.",
    {
      status: '`stopped`: charging has failed too often; see `alarms`. `cancelled`: the order was refunded.',
      account: "The organiser's account at the provider, or '' for the shop's.",
      wording: 'The exact wording the buyer agreed to.',
    },
  ),
])
