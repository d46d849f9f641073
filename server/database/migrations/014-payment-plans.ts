import { inOrder } from './in-order.ts'

/**
 * Payment plans: the agreement with the buyer and the card it charges; saved cards and customers by the account they
 * belong to at the provider; and for instalments when they are charged next. Tickets that are paid in instalments are marked.
 */
export const up = inOrder([
  `create table provider_customers (
    user_id uuid not null references users on delete cascade,
    provider text not null,
    account text not null,
    customer_id text not null,
    created_at timestamptz not null default shop_now(),
    primary key (user_id, provider, account)
  )`,
  `alter table user_cards add column account text not null default ''`,
  `alter table user_cards add column fingerprint text not null default ''`,
  `drop index one_default_card`,
  `create unique index one_default_card on user_cards (user_id, provider, account) where is_default`,
  `create unique index one_row_per_card on user_cards (user_id, provider, account, fingerprint)
    where fingerprint <> ''`,
  `create table payment_plans (
    sale_id uuid primary key references sales,
    months integer not null check (months > 1),
    status text not null default 'active' check (status in ('active', 'completed', 'stopped')),
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
  `alter table tickets add column is_on_plan boolean not null default false`,
  `alter table instalments add column tries integer not null default 0`,
  `alter table instalments add column next_try_at timestamptz`,
  `update instalments set next_try_at = due_at`,
  `alter table instalments alter column next_try_at set not null`,
  `create index on instalments (next_try_at) where payment_id is null`,
  `create unique index one_instalment_per_payment on instalments (payment_id)`,
  `alter table payment_attempts add column instalment integer check (instalment > 0)`,
  `alter table alarms drop constraint alarms_kind_check`,
  `alter table alarms add constraint alarms_kind_check
    check (kind in ('wrong_payment', 'unknown_payment', 'refund_failed', 'plan_stopped'))`,
])
