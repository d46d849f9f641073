import { sql } from 'kysely'

import { lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import { describeError, type Log } from '#server/log.ts'
import { queueMail } from '#server/outbox/queue.ts'

import { readSender, readTransferById, type Transfer } from './read-transfer.ts'
import { sendOffer } from './send-offer.ts'
import { cancelledMail } from './transfer-mails.ts'
import { transferableTickets } from './transferable-tickets.ts'

/**
 * Queues the mails of scheduled gifts whose time has come [XFER-12, XFER-13]. A gift whose tickets were refunded or used
 * meanwhile is cancelled, and its sender told. A failed one does not stop the others.
 */
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
  if (transfer.token_hash !== null || transfer.status !== 'offered') return
  if (await hasTickets(trx, transfer)) await sendOffer(trx, transfer)
  else await cancel(trx, transfer)
}

/** Returns whether the sender still has the tickets, beside those that they have offered to others. */
async function hasTickets(trx: Work, { sale_id, ticket_type_id, qty }: Transfer): Promise<boolean> {
  const { owned } = await transferableTickets(trx, sale_id)
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where('tickets.ticket_type_id', '=', ticket_type_id)
    .executeTakeFirstOrThrow()
  const { offered } = await trx
    .selectFrom('transfers')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('qty'), sql<number>`0`).as('offered'))
    .where('sale_id', '=', sale_id)
    .where('ticket_type_id', '=', ticket_type_id)
    .where('status', '=', 'offered')
    .where('token_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return owned - Number(offered) >= qty
}

async function cancel(trx: Work, transfer: Transfer): Promise<void> {
  await trx.updateTable('transfers').set({ status: 'cancelled' }).where('id', '=', transfer.id).execute()
  const { email } = await readSender(trx, transfer)
  await queueMail(trx, cancelledMail(transfer, email))
}
