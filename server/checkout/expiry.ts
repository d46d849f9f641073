import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'

import { releaseHold } from './hold.ts'
import type { Sale } from './basket.ts'

/**
 * Returns one sale to a basket if its hold has run out by the shop's time; a hold with a payment under way is pinned.
 * Says whether it did. Reading and changing a sale ask this first, so that nothing depends on the sweep.
 */
export function releaseIfExpired(db: Database, saleId: string): Promise<boolean> {
  return inTransaction(db, (trx) => releaseNext(trx, saleId))
}

/** Frees the stock of every hold that has run out, one sale per transaction, leaving those that somebody is at. Returns how many. */
export async function releaseExpired(db: Database): Promise<number> {
  for (let released = 0; ; released++) {
    if (!(await inTransaction(db, (trx) => releaseNext(trx)))) return released
  }
}

async function releaseNext(trx: Work, saleId?: string): Promise<boolean> {
  const sale = await expiredSales(trx)
    .$if(saleId !== undefined, (query) => query.where('sales.id', '=', saleId ?? '').forUpdate('sales'))
    .$if(saleId === undefined, (query) => query.forUpdate('sales').skipLocked())
    .executeTakeFirst()
  if (sale) await releaseHold(trx, sale as Sale)
  return sale !== undefined
}

function expiredSales(trx: Work) {
  return trx
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
