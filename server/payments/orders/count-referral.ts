import type { Sale } from '#server/basket/read-basket.ts'
import type { Totals } from '#server/basket/totals.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import type { Transaction } from '#server/database/transaction.ts'

/**
 * Counts a paid order for the referrer whose link its buyer has opened. It counts neither an order of the referrer, in the same
 * session or with the same email, nor one that costs nothing.
 */
export async function countReferral(
  trx: Transaction,
  sale: Sale,
  { total, vouchersAppliedTotal }: Pick<Totals, 'total' | 'vouchersAppliedTotal'>,
): Promise<void> {
  if (total + vouchersAppliedTotal === 0) return
  const referrer = await trx
    .selectFrom('sessions')
    .innerJoin('referrers', 'referrers.token', 'sessions.referrer')
    .innerJoin('sales', 'sales.id', 'referrers.sale_id')
    .selectAll('sales')
    .select('referrers.token')
    .where('sessions.id', '=', sale.session_id)
    .executeTakeFirst()
  if (!referrer || referrer.session_id === sale.session_id) return
  const [buyer, self] = [await findBuyer(trx, sale), await findBuyer(trx, referrer)]
  if (buyer?.email === self?.email) return
  await trx
    .insertInto('referrals')
    .values({ sale_id: sale.id, referrer: referrer.token })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
