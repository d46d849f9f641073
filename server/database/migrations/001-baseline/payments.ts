import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** Payment attempts (one open per sale), the ledger of charges and refunds, and events from providers. */
export const addPayments = inOrder([
  `create table payment_attempts (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    attempt text not null,
    provider text not null check (provider in ('stripe', 'square', 'truelayer', 'free')),
    method text not null check (method in ('card', 'instalment', 'bank', 'free')),
    basket_version integer not null,
    amount integer not null check (amount >= 0),
    currency text not null check (currency in ('GBP', 'EUR', 'USD')),
    status text not null default 'open'
      check (status in ('open', 'succeeded', 'failed', 'cancelled', 'quarantined')),
    provider_id text,
    redirect_url text not null default '',
    details jsonb,
    instalment integer check (instalment > 0),
    error text not null default '',
    created_at timestamptz not null default shop_now(),
    updated_at timestamptz not null default shop_now(),
    asked_at timestamptz,
    tries integer not null default 0,
    next_try_at timestamptz not null default shop_now() + interval '1 minute',
    unique (sale_id, attempt),
    unique (provider, provider_id)
  )`,
  `create unique index one_open_attempt on payment_attempts (sale_id) where status = 'open'`,
  `create index on payment_attempts (next_try_at) where status in ('open', 'cancelled')`,
  ...described('payment_attempts', '', {
    attempt: "The page's idempotency key of this attempt.",
    status: '`quarantined`: paid, but not as requested; see `alarms`.',
    instalment: 'The number of the instalment that this attempt pays; null for a payment in full.',
    asked_at:
      "When a page's poll last asked the provider about a payment, so that simultaneous polls ask once.",
    tries: 'How often in a row the job could not ask the provider.',
    next_try_at: 'When the job asks the provider next.',
  }),
  `create table payments (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    attempt_id uuid references payment_attempts,
    kind text not null check (kind in ('charge', 'refund')),
    provider text not null,
    provider_id text not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    status text not null check (status in ('pending', 'accepted', 'done', 'failed')),
    refund_id text,
    refunded_by text check (refunded_by in ('shop', 'owner', 'provider', 'dispute')),
    request text,
    created_at timestamptz not null default shop_now(),
    tries integer not null default 0,
    next_try_at timestamptz not null default shop_now(),
    check ((kind = 'refund') = (refunded_by is not null))
  )`,
  `create index on payments (sale_id)`,
  `create index on payments (attempt_id) where kind = 'refund'`,
  `create unique index one_charge_per_payment on payments (provider, provider_id) where kind = 'charge'`,
  `create unique index one_refund_by_the_shop on payments (attempt_id) where refunded_by = 'shop'`,
  `create unique index one_refund_per_request on payments (attempt_id, request)`,
  `create index on payments (created_at) where kind = 'refund'`,
  `create unique index on payments (provider, refund_id)`,
  `create index on payments (next_try_at) where kind = 'refund' and status in ('pending', 'accepted')`,
  ...described('payments', 'The ledger of charges and refunds.', {
    provider_id: 'The payment at the provider, also of a refund.',
    amount: 'As reported by the provider, in any currency.',
    status: 'A refund is `pending` until the provider has `accepted` it, then `done` or `failed`.',
    refund_id: 'The refund at the provider, or the lost dispute; null until it is accepted.',
    refunded_by:
      '`shop`: the money paid for nothing; `owner`: `npm run orders`; `provider`: made there; `dispute`: lost. Null for charges.',
    request: "The idempotency key of the owner's request; null for all other rows.",
    tries: 'How often the job has asked the provider about this refund.',
    next_try_at: 'When the job asks the provider next.',
  }),
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
  ...described('provider_events', '', { problem: "Why the event was not applied; '' if it was." }),
])
