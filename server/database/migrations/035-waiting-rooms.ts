import { inOrder } from './in-order.ts'

/**
 * Waiting rooms (decision 35). An event with a `waiting_room_capacity` admits that many buyers at once, each for
 * `waiting_room_minutes`; 0 admits nobody for now. A place belongs to a session, and to its account if it has one; to the account
 * alone once somebody else has signed in to the session.
 *
 * `lot` is the place's lot in the draw of those who came before the sale opened; null for those who came later. `number` is
 * its place in the line, null until it is drawn; only its order has a meaning.
 */
export const up = inOrder([
  `alter table events
    add column waiting_room_capacity integer check (waiting_room_capacity >= 0),
    add column waiting_room_minutes integer not null default 10 check (waiting_room_minutes > 0)`,
  `create sequence waiting_room_numbers`,
  `create table waiting_room_places (
    id uuid primary key default gen_random_uuid(),
    event_id text not null references events on delete cascade,
    session_id uuid references sessions on delete cascade,
    user_id uuid references users on delete cascade,
    status text not null default 'waiting' check (status in ('waiting', 'admitted', 'bought', 'over', 'left')),
    lot uuid,
    number bigint,
    joined_at timestamptz not null default shop_now(),
    seen_at timestamptz not null default shop_now(),
    told_minutes integer,
    admitted_until timestamptz,
    ended_at timestamptz,
    sale_id uuid references sales on delete set null,
    unique (event_id, session_id),
    unique (event_id, user_id),
    constraint place_has_an_owner check (session_id is not null or user_id is not null),
    constraint admitted_has_an_end check (status <> 'admitted' or admitted_until is not null)
  )`,
  `create index on waiting_room_places (event_id, number) where status = 'waiting' and number is not null`,
  `create index on waiting_room_places (event_id, lot, joined_at) where status = 'waiting' and number is null`,
  `create index on waiting_room_places (event_id) where status = 'admitted'`,
  `create index on waiting_room_places (event_id, ended_at) where ended_at is not null`,
  `create index on waiting_room_places (session_id)`,
  `create index on waiting_room_places (user_id) where user_id is not null`,
  `create index on waiting_room_places (sale_id) where sale_id is not null`,
])
