import { inOrder } from './in-order.ts'

/**
 * Alarms for the shop's owner; a ledger of money as the provider reported it, in any currency; refunds with their id at
 * the provider; and for attempts and refunds when the provider is asked next.
 */
export const up = inOrder([
  `alter table payment_attempts drop constraint payment_attempts_status_check`,
  `alter table payment_attempts add constraint payment_attempts_status_check
    check (status in ('open', 'succeeded', 'failed', 'cancelled', 'quarantined'))`,
  `alter table payment_attempts add column tries integer not null default 0`,
  `alter table payment_attempts add column next_try_at timestamptz not null
    default shop_now() + interval '1 minute'`,
  `create index on payment_attempts (next_try_at) where status in ('open', 'cancelled')`,
  `alter table payments drop constraint payments_currency_check`,
  `alter table payments drop constraint payments_status_check`,
  `alter table payments add constraint payments_status_check
    check (status in ('pending', 'accepted', 'done', 'failed'))`,
  `alter table payments alter column amount type bigint`,
  `alter table payments add column refund_id text`,
  `alter table payments add column tries integer not null default 0`,
  `alter table payments add column next_try_at timestamptz not null default shop_now()`,
  `create unique index on payments (provider, refund_id)`,
  `create index on payments (next_try_at) where kind = 'refund' and status in ('pending', 'accepted')`,
  `create table alarms (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('wrong_payment', 'unknown_payment', 'refund_failed')),
    key text not null unique,
    sale_id uuid references sales on delete set null,
    attempt_id uuid references payment_attempts,
    provider text not null,
    details jsonb not null,
    raised_at timestamptz not null default shop_now(),
    logged_at timestamptz,
    resolved_at timestamptz
  )`,
  `create index on alarms (raised_at) where logged_at is null`,
])
