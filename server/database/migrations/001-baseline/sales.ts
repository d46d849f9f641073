import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * A sale is basket, hold and order in one row: a basket while `held_until` and `paid_at` are null, a hold while
 * `held_until` is set, an order once `paid_at` is set. `basket_version` counts every change of what it costs.
 */
export const addSales = inOrder([
  `create table sales (
    id uuid primary key default gen_random_uuid(),
    session_id uuid references sessions on delete set null,
    user_id uuid references users on delete set null,
    reference text unique,
    order_reference text unique,
    state text not null default 'basket',
    currency text check (currency in ('GBP', 'EUR', 'USD')),
    basket_version integer not null default 0,
    held_until timestamptz,
    held_from text,
    waits_since timestamptz,
    waits_until timestamptz,
    total integer check (total >= 0),
    known_total integer check (known_total >= 0),
    paid_at timestamptz,
    guest_email text not null default '',
    is_email_proven boolean not null default true,
    guest_name text not null default '',
    contact_number text not null default '',
    refund_protection boolean not null default false,
    donation_charity_id text references charities,
    donation_amount integer not null default 0 check (donation_amount >= 0),
    is_gift_aid boolean not null default false,
    gift_aid_uk_based boolean not null default false,
    gift_aid_address1 text not null default '',
    gift_aid_postcode text not null default '',
    gift_aid_subscribe boolean not null default false,
    gift_aid_declared_at timestamptz,
    gift_aid_wording text not null default '',
    delivery_address jsonb,
    gift_voucher_from text not null default '',
    gift_voucher_to text not null default '',
    marketing_choices jsonb,
    plan_months integer,
    captcha_passed_at timestamptz,
    captcha_asked_at timestamptz,
    reserve_count integer not null default 0,
    had_mismatching_currencies boolean not null default false,
    reserving_error text not null default '',
    basket_errors text not null default '',
    basket_success text not null default '',
    edit_basket_clicked boolean not null default false,
    truelayer_returned_from text,
    payment_error text not null default '',
    delivered_to_bitticket_at timestamptz,
    delivered_to_wallet_at timestamptz,
    transferred_at timestamptz,
    created_at timestamptz not null default shop_now(),
    updated_at timestamptz not null default shop_now()
  )`,
  `alter table sessions add foreign key (sale_id) references sales on delete set null`,
  `create index on sessions (sale_id)`,
  `create index on sales (held_until) where held_until is not null`,
  `create index on sales (user_id)`,
  `create index on sales (guest_email) where guest_email <> ''`,
  `create index on sales (session_id)`,
  // No other index can stand in for this one: while a sale opens, the planner's counts are older than the sale, and it would take
  // a partial index that it believes to be empty.
  `create index on sales (held_from) where held_from is not null`,
  `create index on sales (paid_at) where paid_at is not null
    and (delivered_to_bitticket_at is null or delivered_to_wallet_at is null)`,
  ...described('sales', 'Baskets, holds and orders.', {
    session_id: 'The session of the buyer; other visitors of the same sale see only the basket.',
    reference: 'A secret: whoever has the link with it sees the basket.',
    order_reference: 'Eight letters that a buyer can read aloud; null until the sale is paid. No secret.',
    held_from: 'From which address it is held, or waits to be, as a keyed hash; null without either.',
    waits_since: 'Since when it waits for what its address may hold (decision 44); null if it does not.',
    total: 'Pence; set when a payment attempt opens, null before.',
    known_total: "Pence; the total after the buyer's last change, or that they were last told (decision 15).",
    is_email_proven:
      'False if the buyer typed the email and has not shown that it is theirs: an express guest.',
    gift_aid_wording: 'The exact wording the donor agreed to.',
    captcha_asked_at:
      'When a captcha was last asked for because of held tickets, so that the checkout shows it after a reload.',
    transferred_at:
      'When tickets were last offered to other people; null before, and once an offer has ended without the tickets moving.',
  }),
  // A number instead of a time orders the lines of a sale, because several can be added at the same instant. The first line's
  // organiser is the one that is paid.
  `create sequence line_numbers`,
  `create table sale_tickets (
    sale_id uuid not null references sales on delete cascade,
    ticket_type_id text not null references ticket_types,
    qty integer not null check (qty between 1 and 1000),
    held_qty integer not null default 0 check (held_qty between 0 and qty),
    price integer check (price >= 0),
    booking_fee integer check (booking_fee >= 0),
    absorb_fee boolean,
    line_number bigint not null default nextval('line_numbers'),
    primary key (sale_id, ticket_type_id)
  )`,
  `create index on sale_tickets (ticket_type_id)`,
  ...described('sale_tickets', '', {
    price: 'Price, fee and absorption when the ticket was reserved; null in a basket that is not reserved.',
  }),
  `create table sale_gift_vouchers (
    sale_id uuid not null references sales on delete cascade,
    product_id text not null references gift_voucher_products,
    value integer not null check (value > 0),
    qty integer not null check (qty between 1 and 1000),
    line_number bigint not null default nextval('line_numbers'),
    primary key (sale_id, product_id, value)
  )`,
  `create table sale_codes (
    sale_id uuid primary key references sales on delete cascade,
    code text not null references discount_codes,
    is_held boolean not null default false,
    applied_at timestamptz not null default shop_now()
  )`,
  `create table issued_vouchers (
    id uuid primary key default gen_random_uuid(),
    code text not null unique check (code = upper(code)),
    sale_id uuid references sales,
    product_id text references gift_voucher_products,
    organiser_id text not null references organisers,
    currency text not null check (currency in ('GBP', 'EUR', 'USD')),
    value integer not null check (value > 0),
    balance integer not null check (balance >= 0),
    held integer not null default 0 check (held >= 0),
    expires_at timestamptz not null,
    created_at timestamptz not null default shop_now(),
    constraint never_overspent check (held <= balance and balance <= value)
  )`,
  `create index on issued_vouchers (sale_id)`,
  `create table sale_vouchers_applied (
    sale_id uuid not null references sales on delete cascade,
    issued_voucher_id uuid not null references issued_vouchers,
    held_amount integer not null default 0 check (held_amount >= 0),
    applied_at timestamptz not null default shop_now(),
    primary key (sale_id, issued_voucher_id)
  )`,
  `create table answers (
    sale_id uuid not null references sales on delete cascade,
    question_id text not null references questions,
    ticket_type_id text not null default '',
    copy integer not null default 0 check (copy >= 0),
    answer text not null,
    primary key (sale_id, question_id, ticket_type_id, copy)
  )`,
  ...described('answers', '', { ticket_type_id: "'' (with copy 0) for a question asked once per basket." }),
  `create table marketing_consents (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    user_id uuid references users on delete cascade,
    sale_id uuid references sales on delete set null,
    unproven_sale_id uuid references sales on delete cascade,
    list text not null check (list in ('newsletter', 'event_updates', 'organiser')),
    organiser_id text references organisers,
    granted boolean not null,
    wording text not null,
    given_at timestamptz not null default shop_now()
  )`,
  `create index on marketing_consents (email, list, organiser_id, given_at)`,
  `create index on marketing_consents (unproven_sale_id) where unproven_sale_id is not null`,
  ...described('marketing_consents', '', {
    unproven_sale_id:
      'The sale, if nobody has proven the email: the consent counts once it is paid, and goes with a basket that never is.',
  }),
])
