import { lockSale } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { describeError, type Log } from '#server/log.ts'
import { endAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'
import { queueMail } from '#server/outbox/queue.ts'

import { endOffer } from './end-offer.ts'
import { readSender, readTransferById, type Transfer } from './read-transfer.ts'
import { sendOffer } from './send-offer.ts'
import { cancelledMail } from './transfer-mails.ts'
import { hasTicketsFor } from './transferable-tickets.ts'

interface GiftContext {
  db: Database
  config: Pick<Config, 'secrets'>
  log: Log
}

/**
 * Queues the mails of scheduled gifts whose time has come [XFER-12, XFER-13]. A gift whose tickets were refunded or used
 * meanwhile is cancelled, and its sender told. A failed one does not stop the others; it is tried again, and raises an alarm
 * after an hour.
 */
export async function sendGifts({ db, config, log }: GiftContext): Promise<void> {
  const due = await db
    .selectFrom('transfers')
    .select(['id', 'sale_id'])
    .select((eb) => eb('deliver_at', '<=', shopNowPlus(-alarmAfterSeconds)).$castTo<boolean>().as('is_late'))
    .where('token_hash', 'is', null)
    .where('status', '=', 'offered')
    .where('deliver_at', '<=', shopNow)
    .orderBy('deliver_at')
    .execute()
  for (const { id, sale_id, is_late } of due)
    try {
      await inTransaction(db, async (trx) => {
        await lockSale(trx, sale_id)
        await sendGift(trx, config, id)
      })
    } catch (error) {
      log({ event: 'gift not sent', ...describeError(error) })
      if (is_late)
        await raiseAlarm(db, {
          kind: 'gift_not_sent',
          about: id,
          provider: '',
          saleId: sale_id,
          attemptId: null,
          details: { transfer: id, ...describeError(error) },
        })
    }
  await endAlarms(db, 'gift_not_sent', ({ exists, selectFrom }) =>
    exists(
      selectFrom('transfers')
        .select('transfers.id')
        .where(jsonText('alarms.details', 'transfer'), '=', ({ cast }) =>
          cast<string>('transfers.id', 'text'),
        )
        .where(({ or, eb }) => or([eb('token_hash', 'is not', null), eb('status', '<>', 'offered')])),
    ),
  )
}

const alarmAfterSeconds = 60 * 60

async function sendGift(trx: Transaction, config: GiftContext['config'], id: string): Promise<void> {
  const transfer = await readTransferById(trx, id)
  // Another process may have been faster.
  if (transfer.token_hash !== null || transfer.status !== 'offered') return
  if (await hasTicketsFor(trx, transfer)) await sendOffer(trx, config, transfer)
  else await cancel(trx, transfer)
}

async function cancel(trx: Transaction, transfer: Transfer): Promise<void> {
  await endOffer(trx, transfer, 'cancelled')
  const { email } = await readSender(trx, transfer)
  await queueMail(trx, cancelledMail(transfer, email))
}
