import { inOrder } from './in-order.ts'

/** Tickets, transfers, waivers, feedback, and the outbox of mails. */
export const up = inOrder([
  `create table transfers (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    ticket_type_id text not null references ticket_types,
    token text not null unique,
    name text not null,
    email text not null,
    qty integer not null check (qty > 0),
    is_gift boolean not null,
    deliver_at timestamptz not null,
    message text not null default '',
    status text not null default 'offered' check (status in ('offered', 'accepted', 'declined')),
    accepted_by uuid references users,
    created_at timestamptz not null default shop_now()
  )`,
  `create index on transfers (sale_id)`,
  `create table tickets (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    ticket_type_id text not null references ticket_types,
    copy integer not null check (copy > 0),
    code text not null unique,
    user_id uuid references users,
    transfer_id uuid references transfers,
    released_at timestamptz,
    created_at timestamptz not null default shop_now(),
    unique (sale_id, ticket_type_id, copy)
  )`,
  `create index on tickets (user_id)`,
  `create table waiver_acceptances (
    sale_id uuid not null references sales,
    waiver_id text not null references waivers,
    name text not null default '',
    accepted_at timestamptz not null default shop_now(),
    primary key (sale_id, waiver_id, name)
  )`,
  `create table feedback (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid references sales,
    message text not null,
    created_at timestamptz not null default shop_now()
  )`,
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
])
