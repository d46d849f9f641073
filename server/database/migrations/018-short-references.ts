import { inOrder } from './in-order.ts'

/**
 * The short reference of an order, which a buyer can read aloud, and the entry codes that no longer admit anybody. The long
 * reference of a sale is a secret and stays in links.
 */
export const up = inOrder([
  `alter table sales add column order_reference text unique`,
  // Hexadecimal digits are among the letters of a reference.
  `update sales set order_reference = upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 8))
    where paid_at is not null`,
  `create table voided_codes (
    code text primary key,
    ticket_id uuid not null references tickets,
    reason text not null check (reason in ('transferred', 'refunded', 'replaced')),
    voided_at timestamptz not null default shop_now()
  )`,
  `create index on voided_codes (ticket_id)`,
])
