import { inOrder } from './in-order.ts'

/**
 * Numbered seats. `sale_seats` are the seats of a sale's lines, each a part of the line's quantity. `seat_claims` are the
 * seats that the shop holds or has booked at the seating provider: its key gives a seat one owner. What the provider must
 * be told follows from the two (server/payments/tell-seats.ts).
 */
export const up = inOrder([
  `alter table ticket_types add column seat_category text not null default ''`,
  `alter table tickets add column seat text not null default ''`,
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
  `alter table alarms drop constraint alarms_kind_check`,
  `alter table alarms add constraint alarms_kind_check
    check (kind in ('wrong_payment', 'unknown_payment', 'refund_failed', 'plan_stopped', 'seats_out_of_step'))`,
])
