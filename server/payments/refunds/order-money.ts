import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'

/** What the books say of a sale, in pence of its currency. */
export interface OrderMoney {
  paid: number
  /** Also what is on its way; failed refunds do not count. */
  refunded: number
}

/** Reads what was paid and refunded of a sale. Money in another currency was a mistake, which the shop refunds by itself. */
export async function readOrderMoney(
  db: Database,
  { id, currency }: Pick<Sale, 'id' | 'currency'>,
): Promise<OrderMoney> {
  const rows = await db
    .selectFrom('payments')
    .select(['kind', ({ fn }) => fn.sum<string>('amount').as('sum')])
    .where('sale_id', '=', id)
    .where('currency', '=', currency ?? '')
    .where('status', '<>', 'failed')
    .groupBy('kind')
    .execute()
  const sumOf = (kind: 'charge' | 'refund') => Number(rows.find((row) => row.kind === kind)?.sum ?? 0)
  return { paid: sumOf('charge'), refunded: sumOf('refund') }
}

/** Whether nothing is left of what was paid. */
export function isFullyRefunded({ paid, refunded }: OrderMoney): boolean {
  return paid > 0 && refunded >= paid
}
