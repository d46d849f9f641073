import { inOrder } from './in-order.ts'

/**
 * When each sale first and last showed each step, for the funnel. There is no key to `sales`: unpaid baskets are deleted long before
 * these rows, which name nobody. A sale with tickets of two events has rows for both.
 *
 * More kinds of alarms, and the owner's note on a closed one.
 */
export const up = inOrder([
  `create table step_arrivals (
    sale_id uuid not null,
    event_id text not null,
    state text not null,
    arrived_at timestamptz not null default shop_now(),
    last_at timestamptz not null default shop_now(),
    primary key (sale_id, event_id, state)
  )`,
  `create index on step_arrivals (arrived_at)`,
  `alter table alarms drop constraint alarms_kind_check`,
  `alter table alarms add constraint alarms_kind_check
    check (kind in ('wrong_payment', 'unknown_payment', 'payment_unsettled', 'refund_failed', 'plan_stopped',
      'seats_out_of_step', 'order_not_delivered', 'gift_not_sent', 'message_not_sent'))`,
  `alter table alarms add column note text not null default ''`,
  `create index on alarms (kind) where resolved_at is null`,
])
