import { inOrder } from '#server/database/migrations/in-order.ts'

import { described } from './described.ts'

/** Users, their saved addresses and cards, sessions, one-time codes and rate-limit counters. */
export const addPeople = inOrder([
  `create table users (
    id uuid primary key default gen_random_uuid(),
    email text not null unique check (email = lower(email)),
    first_name text not null default '',
    last_name text not null default '',
    phone text not null default '',
    is_dark_mode boolean not null default false,
    subscribed boolean not null default false,
    is_event_subscribed boolean not null default false,
    created_at timestamptz not null default shop_now()
  )`,
  `create table user_addresses (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    first_name text not null,
    last_name text not null,
    address_1 text not null,
    address_2 text not null default '',
    town text not null,
    postcode text not null,
    country text not null,
    state text not null default '',
    created_at timestamptz not null default shop_now()
  )`,
  `create index on user_addresses (user_id)`,
  `create table user_cards (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users on delete cascade,
    provider text not null,
    account text not null default '',
    provider_customer_id text not null,
    provider_method_id text not null,
    fingerprint text not null default '',
    brand text not null,
    last4 text not null check (last4 ~ '^[0-9]{4}$'),
    expiry_month integer not null check (expiry_month between 1 and 12),
    expiry_year integer not null,
    funding text not null default '',
    is_default boolean not null default false,
    created_at timestamptz not null default shop_now(),
    unique (provider, provider_method_id)
  )`,
  `create unique index one_default_card on user_cards (user_id, provider, account) where is_default`,
  `create unique index one_row_per_card on user_cards (user_id, provider, account, fingerprint)
    where fingerprint <> ''`,
  `create index on user_cards (user_id)`,
  ...described('user_cards', 'Cards that a provider keeps for a user.', {
    account: "The organiser's account at the provider that the card belongs to, or '' for the shop's.",
    fingerprint: "The same for the same card number at one account; '' if unknown.",
  }),
  `create table sessions (
    id uuid primary key default gen_random_uuid(),
    token_hash text not null unique,
    user_id uuid references users on delete cascade,
    sale_id uuid,
    referrer text,
    created_at timestamptz not null default shop_now(),
    expires_at timestamptz not null
  )`,
  `create index on sessions (expires_at)`,
  ...described('sessions', '', { referrer: "The referrer's link that the visitor has opened last." }),
  `create table one_time_codes (
    id uuid primary key default gen_random_uuid(),
    session_id uuid not null references sessions on delete cascade,
    email text not null,
    code_hash text not null,
    tries integer not null default 0,
    created_at timestamptz not null default shop_now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  `create index on one_time_codes (session_id, email)`,
  `create table limit_counters (
    key text primary key,
    count integer not null,
    resets_at timestamptz not null
  )`,
  `create table rotated_tokens (
    token_hash text primary key,
    forget_at timestamptz not null
  )`,
  `create index on rotated_tokens (forget_at)`,
  ...described(
    'rotated_tokens',
    'Recently replaced session tokens, which requests already under way still carry.',
  ),
  `create table provider_customers (
    user_id uuid not null references users on delete cascade,
    provider text not null,
    account text not null,
    customer_id text not null,
    created_at timestamptz not null default shop_now(),
    primary key (user_id, provider, account)
  )`,
  ...described('provider_customers', "A user's customer at a provider, for each account there."),
])
