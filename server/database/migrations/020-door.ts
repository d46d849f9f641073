import { inOrder } from './in-order.ts'

/** Links to the door of an event date, and who came in. A ticket is admitted once: it is the key. */
export const up = inOrder([
  `create table door_links (
    id uuid primary key default gen_random_uuid(),
    event_date_id text not null references event_dates,
    secret_hash text not null unique,
    created_at timestamptz not null default shop_now(),
    closed_at timestamptz
  )`,
  `create table admissions (
    ticket_id uuid primary key references tickets,
    door_link_id uuid not null references door_links,
    scan uuid not null,
    admitted_at timestamptz not null default shop_now(),
    unique (door_link_id, scan)
  )`,
  `create index on tickets (ticket_type_id)`,
])
