import type { Sale } from '#server/basket/read-basket.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'
import { paidBy, toBePaidOn } from '#server/payments/orders/payment-mails.ts'
import { readOpenInstalments, readPayments } from '#server/payments/orders/read-payments.ts'
import { decimal } from '#src/lib/money.ts'

/**
 * Lists how and when an order was paid, and when a plan's instalments will be, with the amounts. Money that paid for nothing, so that the
 * shop has sent it back, is left out.
 */
export async function paidSoFar(db: Database, sale: Sale): Promise<{ text: string; amount: string }[]> {
  const payments = await readPayments(db, sale)
  const sentBack = new Set(
    payments.filter(({ refunded_by }) => refunded_by === 'shop').map(({ attempt_id }) => attempt_id),
  )
  const paid = payments.filter(({ kind, attempt_id }) => kind === 'charge' && !sentBack.has(attempt_id))
  return [
    ...paid.map(({ method, created_at, amount }) => ({
      text: ['Paid', method && paidBy[method], `on ${niceDay(created_at)}`].filter(Boolean).join(' '),
      amount: decimal(amount),
    })),
    ...(await readOpenInstalments(db, sale.id)).map(({ due_at, amount }) => ({
      text: toBePaidOn(due_at),
      amount: decimal(amount),
    })),
  ]
}
