import { inOrder } from './in-order.ts'

/** Which emails of sales are proven. Earlier sales count as before. */
export const up = inOrder([`alter table sales add column is_email_proven boolean not null default true`])
