import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * Numbered seats. `sale_seats` are the seats of a sale's lines, each a part of the line's quantity. `seat_claims` are the
 * seats that the shop holds or has booked at the seating provider: its key gives a seat one owner. What the provider must
 * be told follows from the two (decision 22).
 */
export const addSeats = inOrder([
  `create table sale_seats (
    sale_id uuid not null,
    event_date_id text not null references event_dates,
    label text not null,
    ticket_type_id text not null,
    section text not null,
    row_name text not null,
    number text not null,
    chart_token text not null,
    seat_number integer generated always as identity,
    primary key (sale_id, event_date_id, label),
    foreign key (sale_id, ticket_type_id) references sale_tickets on delete cascade
  )`,
  `create index on sale_seats (sale_id, ticket_type_id)`,
  `create index on sale_seats (event_date_id, label)`,
  `create index on sale_seats (chart_token)`,
  ...described('sale_seats', "Numbered seats of ticket lines: each is one of its line's quantity.", {
    label: "The seat's label at the seating provider.",
    chart_token: 'The hold token under which the buyer chose the seat on the seating plan.',
    seat_number: 'Grows with every seat that is added.',
  }),
  `create table seat_claims (
    event_date_id text not null references event_dates,
    label text not null,
    sale_id uuid not null,
    token text not null,
    token_ends_at timestamptz not null,
    status text not null check (status in ('taking', 'held', 'booked', 'freeing')),
    kept_until timestamptz not null,
    tries integer not null default 0,
    next_try_at timestamptz not null default shop_now(),
    primary key (event_date_id, label)
  )`,
  `create index on seat_claims (sale_id)`,
  `create index on seat_claims (next_try_at) where status <> 'booked'`,
  ...described(
    'seat_claims',
    'Seats that the shop holds or has booked at the seating provider for a sale. Only one sale has a seat.',
    {
      token: "The shop's own hold token; each claim of a seat has another one.",
      status: 'What the provider was told last. `taking` and `freeing`: it was asked, and has not confirmed.',
      kept_until: "How long an unreserved basket keeps the seat; 'infinity' once it is paid.",
      tries: 'How often in a row the job could not tell the provider.',
      next_try_at: 'When the job tells the provider next.',
    },
  ),
])
