import { inOrder } from './in-order.ts'

/** Events, hold tokens and seats of the simulated seats.io; empty in production. A seat without a row is free. */
export const up = inOrder([
  `create table sandbox_hall_events (
    key text primary key,
    hall text not null,
    version integer not null default 0
  )`,
  `create table sandbox_hold_tokens (
    token text primary key,
    expires_at timestamptz not null
  )`,
  `create table sandbox_seats (
    event_key text not null references sandbox_hall_events,
    label text not null,
    status text not null,
    hold_token text references sandbox_hold_tokens,
    order_id text,
    ticket_type text,
    version integer not null,
    primary key (event_key, label)
  )`,
  `create index on sandbox_seats (event_key, version)`,
  `create index on sandbox_seats (hold_token)`,
])
