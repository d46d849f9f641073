import { inOrder } from './in-order.ts'

/** What the stand-ins of outside services remember, such as payments and captcha tokens; empty outside the sandbox. */
export const up = inOrder([
  `create table sandbox_records (
    id text primary key,
    kind text not null,
    idempotency_key text unique,
    data jsonb not null,
    created_at timestamptz not null default shop_now()
  )`,
])
