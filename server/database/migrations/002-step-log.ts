import { described } from './001-baseline/described.ts'
import { inOrder } from './in-order.ts'

/**
 * The log of reported steps, and of calls that were refused at a step; and the alarms about them. Neither has a key to `sales`:
 * unpaid baskets are deleted long before these rows, which name nobody. What `step_arrivals` has is copied; it stays for the
 * release before, and a later migration drops it (decision 60).
 */
export const up = inOrder([
  `create table step_log (
    sale_id uuid not null,
    id bigint generated always as identity,
    from_state text,
    to_state text not null,
    at timestamptz not null default shop_now(),
    event_ids text[] not null,
    release text not null,
    is_refused boolean not null default false,
    primary key (sale_id, id)
  )`,
  `create index on step_log (at)`,
  ...described('step_log', 'The steps that pages of sales have reported, in order. Only added to.', {
    from_state: 'The step reported before; null for the first one.',
    event_ids: 'The events of the basket; none for one without tickets.',
    release: "What the shop is at the time; '' for one that is not built.",
    is_refused: 'The sale had not reached the step.',
  }),
  `insert into step_log (sale_id, from_state, to_state, at, event_ids, release)
    select sale_id, lag(state) over (partition by sale_id order by at, state), state, at, event_ids, 'before the log'
    from (
      select sale_id, state, min(arrived_at) as at,
        coalesce(array_agg(event_id) filter (where event_id <> ''), '{}') as event_ids
      from step_arrivals group by sale_id, state
    ) s order by sale_id, at, state`,
  `create table refused_calls (
    sale_id uuid not null,
    state text not null,
    call text not null,
    status integer not null,
    at timestamptz not null default shop_now()
  )`,
  `create index on refused_calls (sale_id)`,
  `create index on refused_calls (at)`,
  ...described('refused_calls', 'Calls of a sale that were answered with an error. Nothing personal.', {
    state: 'The step that the sale was at.',
    call: 'The last part of the address of the call.',
  }),
  `alter table alarms drop constraint alarms_kind_check, add constraint alarms_kind_check
    check (kind in ('wrong_payment', 'unknown_payment', 'payment_unsettled', 'payment_disputed',
      'dispute_lost', 'refunded_at_provider', 'books_differ', 'card_testing', 'refund_failed', 'plan_stopped', 'seats_out_of_step', 'order_not_delivered', 'gift_not_sent', 'message_not_sent',
      'step_too_slow', 'step_unexpected'))`,
])
