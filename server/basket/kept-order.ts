import { sql } from 'kysely'

/** SQL: the sale is an order, and its money was not refunded. An order that cost nothing has no money. */
export function isKeptOrder() {
  return sql<boolean>`(sales.paid_at is not null and coalesce((
    select sum(case payments.kind when 'charge' then payments.amount else -payments.amount end)
    from payments where payments.sale_id = sales.id
  ), 1) > 0)`
}
