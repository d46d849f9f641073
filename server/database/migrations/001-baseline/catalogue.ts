import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/**
 * The catalogue. Ids are readable slugs, money is integer pence, percentages are basis points. A pool is a stock of
 * tickets; several ticket types may share one pool.
 */
export const addCatalogue = inOrder([
  `create table charities (
    id text primary key,
    name text not null,
    logo text not null default '',
    description_html text not null default '',
    donation_options integer[] not null default '{}',
    donation_checkout_title text not null,
    base_fee integer not null default 0 check (base_fee >= 0),
    booking_fee_basis_points integer not null default 0 check (booking_fee_basis_points >= 0),
    booking_fee_includes_vat boolean not null default false,
    booking_fee_vat_basis_points integer not null default 0 check (booking_fee_vat_basis_points >= 0),
    booking_fee_cap integer check (booking_fee_cap >= 0)
  )`,
  `create table organisers (
    id text primary key,
    name text not null,
    blurb text not null default '',
    picture text not null default '',
    charity_id text references charities,
    is_express boolean not null default false,
    is_saas boolean not null default false,
    provider text not null default '' check (provider in ('', 'stripe', 'square')),
    merchant_id text not null default '',
    provider_overridden boolean not null default false,
    takes_bank_transfers boolean not null default true,
    requires_phone_number boolean not null default false,
    custom_refund_policy text not null default '',
    contact_email text not null default '',
    marketing_signup_message text not null,
    refund_protection_cost_basis_points integer not null default 0 check (refund_protection_cost_basis_points >= 0)
  )`,
  ...described('organisers', '', { contact_email: "For buyers' questions; '' if unknown." }),
  `create table events (
    id text primary key,
    organiser_id text not null references organisers,
    title text not null,
    blurb text not null default '',
    description_html text not null default '',
    picture text not null default '',
    category text not null default '',
    currency text not null default 'GBP' check (currency in ('GBP', 'EUR', 'USD')),
    venue_name text not null default '',
    venue_full_address text not null default '',
    venue_map_address text not null default '',
    livestream_url text not null default '',
    refund_protection boolean not null default false,
    different_timeslots_message text not null default '',
    hide_booking_fee boolean not null default false,
    reward_text text not null default '',
    reward_short_text text not null default '',
    demands_captcha boolean not null default false,
    ga text not null default '',
    ga_conversion_id text not null default '',
    fb_pixel text not null default '',
    published boolean not null default true,
    position integer not null default 0,
    waiting_room_capacity integer check (waiting_room_capacity >= 0),
    waiting_room_minutes integer not null default 10 check (waiting_room_minutes > 0)
  )`,
  ...described('events', '', {
    waiting_room_capacity:
      'Buyers that its waiting room admits at once, 0 for nobody at present; null without a waiting room.',
    waiting_room_minutes: 'How long an admitted buyer has to reserve.',
  }),
  `create table event_dates (
    id text primary key check (id ~ '^[A-Za-z0-9-]+$'),
    event_id text not null references events,
    starts_at timestamptz not null,
    ends_at timestamptz,
    doors_at timestamptz,
    sale_opens_at timestamptz,
    sale_closes_at timestamptz,
    provider_identifier text not null default '',
    seating_plan jsonb,
    published boolean not null default true
  )`,
  `create index on event_dates (event_id, starts_at)`,
  ...described('event_dates', '', { doors_at: 'When the doors open; null if not known.' }),
  `create table refund_policies (
    id text primary key,
    title text not null,
    description text not null default '',
    text text not null default ''
  )`,
  `create table pools (
    id text primary key,
    event_date_id text not null references event_dates,
    capacity integer not null check (capacity >= 0),
    held integer not null default 0 check (held >= 0),
    sold integer not null default 0 check (sold >= 0),
    constraint never_oversold check (held + sold <= capacity)
  )`,
  `create table ticket_types (
    id text primary key,
    event_id text not null references events,
    event_date_id text not null references event_dates,
    pool_id text not null references pools,
    key text not null,
    name text not null,
    description text not null default '',
    price integer not null check (price >= 0),
    booking_fee integer not null default 0 check (booking_fee >= 0),
    absorb_fee boolean not null default false,
    min_per_customer integer not null default 0 check (min_per_customer >= 0),
    max_per_customer integer check (max_per_customer > 0),
    deliverable boolean not null default false,
    delivery_cost integer not null default 0 check (delivery_cost >= 0),
    non_refundable boolean not null default false,
    refund_policy_id text references refund_policies,
    plan_months integer[] not null default '{}',
    seat_category text not null default '',
    position integer not null default 0,
    published boolean not null default true,
    unique (event_date_id, key)
  )`,
  `create index on ticket_types (event_id)`,
  ...described('ticket_types', '', {
    seat_category:
      "On a date with a seating plan, the key of the hall's category whose seats it is for; '' for all categories.",
    published: 'False once it is off sale; orders still refer to it.',
  }),
  `create table ticket_requirements (
    ticket_type_id text not null references ticket_types,
    required_ticket_type_id text not null references ticket_types,
    primary key (ticket_type_id, required_ticket_type_id)
  )`,
  `create table gift_voucher_products (
    id text primary key,
    organiser_id text not null references organisers,
    name text not null,
    blurb text not null default '',
    picture text not null default '',
    currency text not null default 'GBP' check (currency in ('GBP', 'EUR', 'USD')),
    values_offered integer[] not null default '{}',
    min_value integer not null check (min_value > 0),
    max_value integer not null check (max_value >= min_value),
    valid_months integer not null check (valid_months > 0),
    delivery_cost integer not null default 0 check (delivery_cost >= 0),
    published boolean not null default true
  )`,
  `create table discount_codes (
    code text primary key check (code = upper(code)),
    organiser_id text references organisers,
    event_id text references events,
    kind text not null check (kind in ('ticket_percent', 'ticket_amount', 'basket_amount')),
    amount integer not null check (amount > 0),
    currency text check (currency in ('GBP', 'EUR', 'USD')),
    starts_at timestamptz,
    ends_at timestamptz,
    max_uses integer check (max_uses >= 0),
    held integer not null default 0 check (held >= 0),
    used integer not null default 0 check (used >= 0),
    constraint never_overused check (held + used <= max_uses),
    constraint amount_has_currency check (kind = 'ticket_percent' or currency is not null),
    constraint percent_is_basis_points check (kind <> 'ticket_percent' or amount <= 10000)
  )`,
  ...described('discount_codes', '', {
    kind: '`ticket_percent` in basis points; `ticket_amount` off each ticket and `basket_amount` off the whole, in pence.',
  }),
  `create table questions (
    id text primary key,
    event_id text not null references events,
    ticket_type_id text references ticket_types,
    before_or_after text not null check (before_or_after in ('before', 'after')),
    question text not null,
    type text not null check (type in ('text', 'checkbox', 'dropdown')),
    mandatory boolean not null default false,
    once_per_checkout boolean not null default false,
    osq_id text not null default '',
    options text[] not null default '{}',
    position integer not null default 0,
    published boolean not null default true
  )`,
  `create index on questions (event_id)`,
  `create table waivers (
    id text primary key,
    event_id text not null references events,
    title text not null,
    text_html text not null,
    published boolean not null default true
  )`,
  `create table after_sale_messages (
    id text primary key,
    event_id text not null references events,
    message text not null
  )`,
])
