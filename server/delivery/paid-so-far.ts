import type { Sale } from '#server/basket/read-basket.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'
import { paidBy } from '#server/payments/orders/payment-mails.ts'
import { readOpenInstalments, readPayments } from '#server/payments/orders/read-payments.ts'
import { decimal } from '#src/lib/money.ts'

/** Lists how and when an order was paid, and when a plan's instalments will be, with the amounts. */
export async function paidSoFar(db: Database, sale: Sale): Promise<{ text: string; amount: string }[]> {
  const charges = (await readPayments(db, sale)).filter(({ kind }) => kind === 'charge')
  return [
    ...charges.map(({ method, created_at, amount }) => ({
      text: ['Paid', method && paidBy[method], `on ${niceDay(created_at)}`].filter(Boolean).join(' '),
      amount: decimal(amount),
    })),
    ...(await readOpenInstalments(db, sale.id)).map(({ due_at, amount }) => ({
      text: `To be paid on ${niceDay(due_at)}`,
      amount: decimal(amount),
    })),
  ]
}
