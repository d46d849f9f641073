import type { Sale } from '#server/basket/read-basket.ts'
import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Database } from '#server/database/connect.ts'

/** Describes a sale's instalment plan for its receipt, a line each; null for a sale that was paid in full. */
export async function describePlan(db: Database, { id, currency }: Sale): Promise<string[] | null> {
  const plan = await db.selectFrom('payment_plans').selectAll().where('sale_id', '=', id).executeTakeFirst()
  if (!plan) return null
  const [first, ...later] = await db
    .selectFrom('instalments')
    .select(['amount', 'due_at'])
    .where('sale_id', '=', id)
    .orderBy('number')
    .execute()
  const pounds = (pence: number) => money(pence, currency ?? 'GBP')
  return [
    `Paid today: ${pounds(first?.amount ?? 0)}`,
    `Your card ending ${plan.last4} will be charged:`,
    ...later.map(({ due_at, amount }) => `${niceDay(due_at)}: ${pounds(amount)}`),
    `In all: ${pounds([first, ...later].reduce((total, one) => total + (one?.amount ?? 0), 0))}`,
    'Tickets that you pay in instalments come with the last payment. Everything else follows in another email.',
  ]
}
