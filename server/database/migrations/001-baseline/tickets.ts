import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** What follows a sale: tickets and their transfers, waivers, the door, feedback and recommendations. */
export const addTickets = inOrder([
  `create table transfers (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    ticket_type_id text not null references ticket_types,
    token_hash text unique,
    name text not null,
    email text not null,
    qty integer not null check (qty > 0),
    is_gift boolean not null,
    deliver_at timestamptz not null,
    message text not null default '',
    status text not null default 'offered' check (status in ('offered', 'accepted', 'declined', 'cancelled', 'withdrawn')),
    accepted_by uuid references users,
    replaces uuid unique references transfers,
    request_digest text not null default '',
    created_at timestamptz not null default shop_now()
  )`,
  `create index on transfers (sale_id)`,
  `create index on transfers (deliver_at) where token_hash is null and status = 'offered'`,
  ...described('transfers', '', {
    token_hash: "Hash of the secret in the link of the recipient's mail; null until the mail is queued.",
    status:
      "`cancelled`: a gift that was not sent, because its tickets were no longer the sender's to give; `withdrawn`: taken back by the sender.",
    replaces: 'The withdrawn transfer of the same tickets that this one corrects.',
    request_digest:
      'Recognises the request that offered the tickets when it is repeated; empty for a correction.',
  }),
  `create table tickets (
    id uuid primary key default gen_random_uuid(),
    sale_id uuid not null references sales,
    ticket_type_id text not null references ticket_types,
    copy integer not null check (copy > 0),
    seat text not null default '',
    code text not null unique,
    user_id uuid references users,
    transfer_id uuid references transfers,
    is_on_plan boolean not null default false,
    released_at timestamptz,
    created_at timestamptz not null default shop_now(),
    unique (sale_id, ticket_type_id, copy)
  )`,
  `create index on tickets (user_id)`,
  `create index on tickets (transfer_id)`,
  `create index on tickets (ticket_type_id)`,
  ...described('tickets', '', {
    seat: `The numbered seat, as "section-row-number"; '' for none.`,
    is_on_plan: 'Paid in instalments, so that it is released after the last one.',
    released_at: 'When the ticket reached the wallet; null while instalments are still due.',
  }),
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
  `create index on feedback (sale_id)`,
  `create table voided_codes (
    code text primary key,
    ticket_id uuid not null references tickets,
    reason text not null check (reason in ('transferred', 'refunded', 'replaced')),
    voided_at timestamptz not null default shop_now()
  )`,
  `create index on voided_codes (ticket_id)`,
  ...described('voided_codes', 'Entry codes that no longer admit anybody, and why.'),
  `create table door_links (
    id uuid primary key default gen_random_uuid(),
    event_date_id text not null references event_dates,
    secret_hash text not null unique,
    created_at timestamptz not null default shop_now(),
    closed_at timestamptz
  )`,
  ...described('door_links', 'Links with a secret, with which the door of an event date is opened.'),
  // A ticket is admitted once: it is the key.
  `create table admissions (
    ticket_id uuid primary key references tickets,
    door_link_id uuid not null references door_links,
    scan uuid not null,
    admitted_at timestamptz not null default shop_now(),
    unique (door_link_id, scan)
  )`,
  ...described('admissions', '', { scan: 'The idempotency key of the scan that admitted the ticket.' }),
  `create table referrers (
    token text primary key,
    sale_id uuid not null unique references sales,
    created_at timestamptz not null default shop_now()
  )`,
  `alter table sessions add foreign key (referrer) references referrers`,
  ...described('referrers', 'Links by which the buyer of an order recommends its events.'),
  `create table referrals (
    sale_id uuid primary key references sales,
    referrer text not null references referrers,
    created_at timestamptz not null default shop_now()
  )`,
  `create index on referrals (referrer)`,
  ...described('referrals', "Orders whose buyers came by a referrer's link."),
])
