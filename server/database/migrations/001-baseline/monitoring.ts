import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * Alarms for the shop's owner, and the funnel. `step_arrivals` has no key to `sales`: unpaid baskets are deleted long before
 * these rows, which name nobody. A sale with tickets of two events has rows for both.
 */
export const addMonitoring = inOrder([
  `create table alarms (
    id uuid primary key default gen_random_uuid(),
    kind text not null check (kind in ('wrong_payment', 'unknown_payment', 'payment_unsettled', 'payment_disputed',
      'dispute_lost', 'refunded_at_provider', 'books_differ', 'card_testing', 'refund_failed', 'plan_stopped', 'seats_out_of_step', 'order_not_delivered', 'gift_not_sent', 'message_not_sent')),
    key text not null unique,
    sale_id uuid references sales on delete set null,
    attempt_id uuid references payment_attempts,
    provider text not null,
    details jsonb not null,
    raised_at timestamptz not null default shop_now(),
    logged_at timestamptz,
    resolved_at timestamptz,
    note text not null default ''
  )`,
  `create index on alarms (raised_at) where logged_at is null`,
  `create index on alarms (kind) where resolved_at is null`,
  ...described('alarms', "What the shop's owner must look into; see docs/operations.md. Nothing personal.", {
    key: 'The same alarm raised twice is one row.',
    note: 'What the owner wrote when closing it.',
  }),
  `create table step_arrivals (
    sale_id uuid not null,
    event_id text not null,
    state text not null,
    arrived_at timestamptz not null default shop_now(),
    last_at timestamptz not null default shop_now(),
    primary key (sale_id, event_id, state)
  )`,
  `create index on step_arrivals (arrived_at)`,
  ...described(
    'step_arrivals',
    'When a sale first and last showed a step; once for each event of its basket.',
    { event_id: "'' for a basket without tickets." },
  ),
])
