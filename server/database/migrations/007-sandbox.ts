import { inOrder } from './in-order.ts'

/** Records of the provider simulators, such as payments and captcha tokens; empty in production. */
export const up = inOrder([
  `create table sandbox_records (
    id text primary key,
    kind text not null,
    idempotency_key text unique,
    data jsonb not null,
    created_at timestamptz not null default shop_now()
  )`,
])
