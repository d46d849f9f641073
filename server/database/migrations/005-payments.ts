import { inOrder } from './in-order.ts'

/** Payment attempts (one open per sale), the ledger of charges and refunds, instalments, and events from providers. */
export const up = inOrder([
  `create table payment_attempts (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    attempt text not null,
    provider text not null check (provider in ('stripe', 'square', 'truelayer', 'free')),
    method text not null check (method in ('card', 'instalment', 'bank', 'free')),
    basket_version integer not null,
    amount integer not null check (amount >= 0),
    currency text not null check (currency in ('GBP', 'EUR', 'USD')),
    status text not null default 'open' check (status in ('open', 'succeeded', 'failed', 'cancelled')),
    provider_id text,
    redirect_url text not null default '',
    details jsonb,
    error text not null default '',
    created_at timestamptz not null default shop_now(),
    updated_at timestamptz not null default shop_now(),
    unique (sale_id, attempt),
    unique (provider, provider_id)
  )`,
  `create unique index one_open_attempt on payment_attempts (sale_id) where status = 'open'`,
  `create table payments (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    attempt_id uuid references payment_attempts,
    kind text not null check (kind in ('charge', 'refund')),
    provider text not null,
    provider_id text not null,
    amount integer not null check (amount >= 0),
    currency text not null check (currency in ('GBP', 'EUR', 'USD')),
    status text not null check (status in ('pending', 'done', 'failed')),
    created_at timestamptz not null default shop_now(),
    unique (provider, provider_id, kind)
  )`,
  `create index on payments (sale_id)`,
  `create unique index one_refund_per_attempt on payments (attempt_id) where kind = 'refund'`,
  `create table instalments (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    number integer not null check (number > 0),
    due_at timestamptz not null,
    amount integer not null check (amount >= 0),
    payment_id uuid references payments,
    reminded_at timestamptz,
    unique (sale_id, number)
  )`,
  `create table provider_events (
    provider text not null,
    event_id text not null,
    type text not null,
    payload jsonb not null,
    problem text not null default '',
    received_at timestamptz not null default shop_now(),
    applied_at timestamptz,
    primary key (provider, event_id)
  )`,
])
