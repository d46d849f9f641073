import { releaseHold } from '#server/basket/release-hold.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'

/**
 * Returns one sale to a basket if its hold has run out by the shop's time; a hold with a payment under way is pinned.
 * Reading and changing a sale ask this first, so that nothing depends on the sweep.
 */
export async function releaseIfExpired(db: Database, saleId: string): Promise<void> {
  if (!(await expiredSale(db).where('id', '=', saleId).executeTakeFirst())) return
  await inTransaction(db, async (trx) => {
    const sale = await expiredSale(trx).where('id', '=', saleId).forUpdate().executeTakeFirst()
    if (sale) await releaseHold(trx, sale)
  })
}

/** Frees the stock of every hold that has run out, one sale per transaction, past those that somebody is at. Returns how many. */
export async function releaseExpired(db: Database): Promise<number> {
  let released = 0
  while (await releaseNext(db)) released++
  return released
}

async function releaseNext(db: Database): Promise<boolean> {
  if (!(await expiredSale(db).executeTakeFirst())) return false
  return inTransaction(db, async (trx) => {
    const sale = await expiredSale(trx).forUpdate().skipLocked().executeTakeFirst()
    if (sale) await releaseHold(trx, sale)
    return sale !== undefined
  })
}

function expiredSale(db: Reader) {
  return db
    .selectFrom('sales')
    .selectAll()
    .where('held_until', '<=', shopNow)
    .where('paid_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.sale_id', '=', 'sales.id')
            .where('payment_attempts.status', '=', 'open'),
        ),
      ),
    )
    .orderBy('held_until')
    .limit(1)
}
