import { inOrder } from './in-order.ts'

/** Tokens that sessions have just changed for new ones: requests that were under way still carry them. */
export const up = inOrder([
  `create table rotated_tokens (
    token_hash text primary key,
    forget_at timestamptz not null
  )`,
  `create index on rotated_tokens (forget_at)`,
])
