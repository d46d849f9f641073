import { inOrder } from './in-order.ts'

/** Recently replaced session tokens, which requests already under way still carry. */
export const up = inOrder([
  `create table rotated_tokens (
    token_hash text primary key,
    forget_at timestamptz not null
  )`,
  `create index on rotated_tokens (forget_at)`,
])
