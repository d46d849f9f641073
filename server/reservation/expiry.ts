import { releaseHold } from '#server/basket/release-hold.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'

/**
 * How long after its end an open payment attempt keeps a hold, in seconds. Attempts start only on a running hold, and the
 * payment sweep gives them up after 30 minutes; 5 more let it end them first. What it cannot end either, because the
 * provider does not answer, then loses its places.
 */
const keptForSeconds = 35 * 60

/**
 * Releases the sale's hold if it has expired and no payment in progress keeps it. Called before a sale is read or changed, so
 * that nothing depends on the background job.
 */
export async function releaseIfExpired(db: Database, saleId: string): Promise<void> {
  if (!(await expiredSale(db).where('id', '=', saleId).executeTakeFirst())) return
  await inTransaction(db, async (trx) => {
    await trx.selectFrom('sales').select('id').where('id', '=', saleId).forUpdate().execute()
    await releaseLocked(trx, saleId)
  })
}

/** Releases every expired hold, one sale per transaction, skipping locked sales; returns how many. */
export async function releaseExpired(db: Database): Promise<number> {
  for (let released = 0; ;) {
    const isReleased = await releaseNext(db)
    if (isReleased === null) return released
    if (isReleased) released++
  }
}

/** Returns whether the next expired hold was released; null if there is none. */
async function releaseNext(db: Database): Promise<boolean | null> {
  if (!(await expiredSale(db).executeTakeFirst())) return null
  return inTransaction(db, async (trx) => {
    const next = await expiredSale(trx).forUpdate().skipLocked().executeTakeFirst()
    return next ? releaseLocked(trx, next.id) : null
  })
}

/**
 * Releases the hold of a locked sale if it has expired, and returns whether it has. Asks in a statement after the one that
 * locks the sale, because that one does not see a payment that started while it waited for the lock.
 */
async function releaseLocked(trx: Work, saleId: string): Promise<boolean> {
  const sale = await expiredSale(trx).where('id', '=', saleId).executeTakeFirst()
  if (sale) await releaseHold(trx, sale)
  return sale !== undefined
}

function expiredSale(db: Reader) {
  return db
    .selectFrom('sales')
    .selectAll()
    .where('held_until', '<=', shopNow)
    .where('paid_at', 'is', null)
    .where(({ eb, or, not, exists, selectFrom }) =>
      or([
        eb('held_until', '<=', shopNowPlus(-keptForSeconds)),
        not(
          exists(
            selectFrom('payment_attempts')
              .select('payment_attempts.id')
              .whereRef('payment_attempts.sale_id', '=', 'sales.id')
              .where('payment_attempts.status', '=', 'open'),
          ),
        ),
      ]),
    )
    .orderBy('held_until')
    .limit(1)
}
