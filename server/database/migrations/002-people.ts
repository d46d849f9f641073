import { inOrder } from './in-order.ts'

/** Users, their saved addresses and cards, sessions, one-time codes and rate-limit counters. */
export const up = inOrder([
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
    provider_customer_id text not null,
    provider_method_id text not null,
    brand text not null,
    last4 text not null check (last4 ~ '^[0-9]{4}$'),
    expiry_month integer not null check (expiry_month between 1 and 12),
    expiry_year integer not null,
    funding text not null default '',
    is_default boolean not null default false,
    created_at timestamptz not null default shop_now(),
    unique (provider, provider_method_id)
  )`,
  `create unique index one_default_card on user_cards (user_id) where is_default`,
  `create table sessions (
    id uuid primary key default gen_random_uuid(),
    token_hash text not null unique,
    user_id uuid references users on delete cascade,
    sale_id uuid,
    created_at timestamptz not null default shop_now(),
    expires_at timestamptz not null
  )`,
  `create index on sessions (expires_at)`,
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
])
