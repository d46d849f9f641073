import { sql } from 'kysely'

/**
 * SQL: the sale is an order, and its money was not refunded. Money of an order that cost nothing came too late for it, so
 * its refund does not matter.
 */
export function isKeptOrder() {
  return sql<boolean>`(sales.paid_at is not null and (sales.total = 0 or coalesce((
    select sum(case payments.kind when 'charge' then payments.amount else -payments.amount end)
    from payments where payments.sale_id = sales.id and payments.status <> 'failed'
  ), 1) > 0))`
}
