import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

/** Reads what was paid for a sale and what was refunded, oldest first; amounts are in pence. */
export function readPayments(db: Database, { id, currency }: Sale) {
  return (
    db
      .selectFrom('payments')
      .leftJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
      .select(['payments.kind', 'payments.amount', 'payments.status', 'payments.created_at', 'method'])
      .select(['payments.attempt_id', 'payments.refunded_by'])
      .where('payments.sale_id', '=', id)
      // One in another currency was a mistake; the shop's owner sees to it.
      .where('payments.currency', '=', currency ?? '')
      .orderBy('payments.created_at')
      .orderBy('payments.kind')
      .execute()
  )
}

/** Reads the instalments of a sale that are still to be paid, in their order; amounts are in pence. */
export function readOpenInstalments(db: Database, saleId: string) {
  return db
    .selectFrom('instalments')
    .select(['due_at', 'amount'])
    .select(({ eb }) => eb('due_at', '<=', shopNow).$castTo<boolean>().as('is_overdue'))
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .orderBy('number')
    .execute()
}
