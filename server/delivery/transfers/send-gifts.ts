import { lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import { describeError, type Log } from '#server/log.ts'

import { readTransferById } from './read-transfer.ts'
import { sendOffer } from './send-offer.ts'

/** Queues the mails of scheduled gifts whose time has come [XFER-12, XFER-13]. A failed one does not stop the others. */
export async function sendGifts(db: Database, log: Log): Promise<void> {
  const due = await db
    .selectFrom('transfers')
    .select(['id', 'sale_id'])
    .where('token_hash', 'is', null)
    .where('status', '=', 'offered')
    .where('deliver_at', '<=', shopNow)
    .orderBy('deliver_at')
    .limit(100)
    .execute()
  for (const { id, sale_id } of due)
    try {
      await inTransaction(db, async (trx) => {
        await lockSale(trx, sale_id)
        await sendGift(trx, id)
      })
    } catch (error) {
      log({ event: 'gift not sent', ...describeError(error) })
    }
}

async function sendGift(trx: Work, id: string): Promise<void> {
  const transfer = await readTransferById(trx, id)
  // Another process may have been faster.
  if (transfer.token_hash === null) await sendOffer(trx, transfer)
}
