import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * Waiting rooms (decision 35). A place belongs to a session, and to its account if it has one; to the account alone once
 * somebody else has signed in to the session.
 */
export const addWaitingRoom = inOrder([
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
    is_away boolean not null default false,
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
  // The job that admits does not pass over those who are away each second.
  `create index on waiting_room_places (event_id, number)
    where status = 'waiting' and number is not null and not is_away`,
  ...described('waiting_room_places', '', {
    session_id: 'Null once somebody else has signed in to the session: then only the account has the place.',
    status:
      '`bought`: has paid; `over`: did not reserve or pay in time; `left`: was not seen for so long that the place was cancelled.',
    lot: 'In the draw of those who came before the sale opened; null for those who came later.',
    number: 'Place in the line, of which only the order has a meaning; null until it is drawn.',
    is_away:
      'The job that admits has found that they were not seen for long; false again once they are seen.',
    told_minutes: 'The shortest waiting time that the visitor was told, in minutes.',
    sale_id: 'What was reserved with the admission.',
  }),
])
