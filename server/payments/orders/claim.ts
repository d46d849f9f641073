import { randomUUID } from 'node:crypto'

import { isOwnSale } from '#server/basket/own-sale.ts'
import { lockOwnSale } from '#server/basket/sale.ts'
import { findBuyer } from '#server/buyer/find-buyer.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { countOutcome } from '#server/monitoring/metrics.ts'
import { countFreeOrder } from '#server/reservation/free-orders.ts'

import { openAttempt } from '#server/payments/attempts/open-attempt.ts'
import { markPaid } from './mark-paid.ts'
import { lockOrderable } from './payable.ts'

type ClaimContext = Pick<ShopEnv['Variables'], 'db' | 'config' | 'session' | 'clientAddress'>

/** Turns a free basket into an order [CALL-26, PAYM-30]; idempotent. Throws `HttpError`. */
export async function claimFreeTickets(asker: ClaimContext): Promise<void> {
  const { db, session } = asker
  const claimed = await inTransaction(db, async (trx) => {
    const sale = await lockOwnSale(trx, session)
    if (sale.paid_at && sale.total === 0 && isOwnSale(sale, session)) return null
    const { basket, total } = await lockOrderable(trx, session)
    if (total > 0) throw new HttpError(409, 'This basket is not free')
    const buyer = await findBuyer(trx, sale)
    if (buyer && !sale.is_email_proven) await countFreeOrder(trx, buyer.email, asker)
    const attempt = await openAttempt(trx, basket, {
      attempt: randomUUID(),
      provider: 'free',
      method: 'free',
    })
    const isOrdered = await markPaid(trx, basket.sale, {
      amount: attempt.amount,
      currency: attempt.currency,
      basketVersion: attempt.basket_version,
    })
    if (!isOrdered) throw new HttpError(409, 'Unable to claim free tickets. Please try again later')
    await trx
      .updateTable('payment_attempts')
      .set({ status: 'succeeded', updated_at: shopNow })
      .where('id', '=', attempt.id)
      .execute()
    return attempt
  })
  if (claimed) countOutcome(claimed, 'succeeded')
}
