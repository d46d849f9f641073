import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** Mails and SMS to be sent. */
export const addOutbox = inOrder([
  `create table outbox (
    id uuid primary key default gen_random_uuid(),
    kind text not null,
    key text not null unique,
    payload jsonb not null,
    due_at timestamptz not null default shop_now(),
    attempts integer not null default 0,
    error text not null default '',
    sent_at timestamptz,
    created_at timestamptz not null default shop_now()
  )`,
  `create index on outbox (due_at) where sent_at is null`,
  ...described('outbox', '', { key: 'Idempotency key: the same mail queued twice is one row.' }),
])
