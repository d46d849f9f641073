import type { Sale } from '#server/basket/read-basket.ts'
import type { Work } from '#server/database/transaction.ts'

/** Counts a paid order for the referrer whose link its buyer has opened; nobody refers themselves. */
export async function countReferral(trx: Work, sale: Sale): Promise<void> {
  const found = await trx
    .selectFrom('sessions')
    .innerJoin('referrers', 'referrers.token', 'sessions.referrer')
    .innerJoin('sales', 'sales.id', 'referrers.sale_id')
    .select(['referrers.token', 'sales.session_id', 'sales.user_id', 'sales.guest_email'])
    .where('sessions.id', '=', sale.session_id)
    .executeTakeFirst()
  if (!found) return
  const isOwn =
    found.session_id === sale.session_id ||
    (sale.user_id !== null && found.user_id === sale.user_id) ||
    (sale.guest_email !== '' && found.guest_email === sale.guest_email)
  if (isOwn) return
  await trx
    .insertInto('referrals')
    .values({ sale_id: sale.id, referrer: found.token })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
