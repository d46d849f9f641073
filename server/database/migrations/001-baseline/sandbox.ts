import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** Records of the simulated providers, such as payments and captcha tokens, and the halls of seats.io; empty in production. */
export const addSandbox = inOrder([
  `create table sandbox_records (
    id text primary key,
    kind text not null,
    idempotency_key text unique,
    data jsonb not null,
    created_at timestamptz not null default shop_now()
  )`,
  `create table sandbox_hall_events (
    key text primary key,
    hall text not null,
    version integer not null default 0
  )`,
  ...described('sandbox_hall_events', 'Events of the simulated seats.io.', {
    version: 'Counts the changes of status, for those who watch the hall.',
  }),
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
  ...described(
    'sandbox_seats',
    'Seats of the simulated seats.io whose status has ever changed; a seat without a row is free.',
    { version: "The event's version at the seat's last change." },
  ),
])
