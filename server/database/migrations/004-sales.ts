import { inOrder } from './in-order.ts'

/**
 * A sale is basket, hold and order in one row: a basket while `held_until` and `paid_at` are null, a hold while
 * `held_until` is set, an order once `paid_at` is set. `basket_version` counts every change of what it costs.
 */
export const up = inOrder([
  `create table sales (
    id uuid primary key default gen_random_uuid(),
    session_id uuid references sessions on delete set null,
    user_id uuid references users on delete set null,
    reference text unique,
    state text not null default 'basket',
    currency text check (currency in ('GBP', 'EUR', 'USD')),
    basket_version integer not null default 0,
    held_until timestamptz,
    total integer check (total >= 0),
    paid_at timestamptz,
    guest_email text not null default '',
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
    delivery_address jsonb,
    gift_voucher_from text not null default '',
    gift_voucher_to text not null default '',
    marketing_choices jsonb,
    plan_months integer,
    captcha_passed_at timestamptz,
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
  `create table sale_tickets (
    sale_id uuid not null references sales on delete cascade,
    ticket_type_id text not null references ticket_types,
    qty integer not null check (qty between 1 and 1000),
    held_qty integer not null default 0 check (held_qty between 0 and qty),
    price integer check (price >= 0),
    booking_fee integer check (booking_fee >= 0),
    absorb_fee boolean,
    added_at timestamptz not null default shop_now(),
    primary key (sale_id, ticket_type_id)
  )`,
  `create index on sale_tickets (ticket_type_id)`,
  `create table sale_gift_vouchers (
    sale_id uuid not null references sales on delete cascade,
    product_id text not null references gift_voucher_products,
    value integer not null check (value > 0),
    qty integer not null check (qty between 1 and 1000),
    added_at timestamptz not null default shop_now(),
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
  `create table marketing_consents (
    id uuid primary key default gen_random_uuid(),
    email text not null,
    user_id uuid references users on delete cascade,
    sale_id uuid references sales on delete set null,
    list text not null check (list in ('newsletter', 'event_updates', 'organiser')),
    organiser_id text references organisers,
    granted boolean not null,
    wording text not null,
    given_at timestamptz not null default shop_now()
  )`,
  `create index on marketing_consents (email, list, organiser_id, given_at)`,
])
