import type { Selectable } from 'kysely'

import type { Basket } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import { totalsOf } from '#server/basket/totals.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

import { markPaid } from './mark-paid.ts'
import { queueRefundNotice } from './payment-mails.ts'

export type Attempt = Selectable<Tables['payment_attempts']>

/** Result of an attempt, as the buyer sees it. */
export type Conclusion =
  | { status: 'success' }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'pending' }
  | { status: 'unsuccessful'; message: string }

export const paymentFailed = 'There was an error with your payment. Please try again.'
const cameTooLate = 'Your payment arrived after your reservation had expired. It will be refunded in full.'

interface NewAttempt {
  attempt: string
  provider: Attempt['provider']
  method: Attempt['method']
  details?: object
}

/** Opens an attempt on a locked, held sale and fixes the amount. The database allows one open attempt per sale. */
export async function openAttempt(trx: Work, basket: Basket, attempt: NewAttempt): Promise<Attempt> {
  const { sale } = basket
  const { total } = totalsOf(basket)
  await trx
    .updateTable('sales')
    .set({ total, payment_error: '', truelayer_returned_from: null, updated_at: shopNow })
    .where('id', '=', sale.id)
    .execute()
  return trx
    .insertInto('payment_attempts')
    .values({
      ...attempt,
      details: attempt.details ? JSON.stringify(attempt.details) : null,
      sale_id: sale.id,
      basket_version: sale.basket_version,
      amount: total,
      // A sale with lines always has a currency.
      currency: sale.currency ?? 'GBP',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Records the outcome of an attempt and acts on it once: marks the sale paid, refunds, or closes the attempt. */
export function conclude(db: Database, attemptId: string, outcome: Outcome): Promise<Conclusion> {
  return inTransaction(db, async (trx) => {
    const { sale_id } = await findAttempt(trx, attemptId)
    const sale = await lockSale(trx, sale_id)
    // Reads the attempt after locking the sale, so that simultaneous reports of a payment are processed in turn.
    const attempt = await findAttempt(trx, attemptId)
    if (attempt.status === 'succeeded' || attempt.status === 'failed') return conclusionOf(trx, attempt)

    const wasOpen = attempt.status === 'open'
    const change = (values: Partial<Pick<Attempt, 'status' | 'error' | 'redirect_url'>>) =>
      trx
        .updateTable('payment_attempts')
        .set({ provider_id: outcome.providerId ?? attempt.provider_id, ...values, updated_at: shopNow })
        .where('id', '=', attempt.id)
        .execute()

    switch (outcome.status) {
      case 'action':
        await change(outcome.url ? { redirect_url: outcome.url } : {})
        return wasOpen && outcome.url
          ? { status: 'redirect_to_url', url: outcome.url }
          : { status: 'pending' }
      case 'pending':
        await change({})
        return { status: 'pending' }
      case 'failed':
        await change({ status: 'failed', error: outcome.message || paymentFailed })
        if (wasOpen && !sale.paid_at)
          await trx
            .updateTable('sales')
            .set({
              payment_error: outcome.isCancelled ? '' : outcome.message || paymentFailed,
              updated_at: shopNow,
            })
            .where('id', '=', sale.id)
            .execute()
        return unsuccessful(outcome.message)
      case 'succeeded': {
        if (outcome.amount !== attempt.amount || outcome.currency !== attempt.currency)
          throw new Error('The provider reports a different amount than was requested')
        await change({ status: 'succeeded' })
        await recordMoney(trx, attempt, outcome.providerId, 'charge')
        const isOrdered = await markPaid(trx, sale, {
          amount: attempt.amount,
          currency: attempt.currency,
          basketVersion: attempt.basket_version,
        })
        if (isOrdered) return { status: 'success' }
        await recordMoney(trx, attempt, outcome.providerId, 'refund')
        await queueRefundNotice(trx, sale, attempt)
        return tooLate
      }
    }
  })
}

/** Reads the result of a closed attempt. */
export async function conclusionOf(db: Reader, attempt: Attempt): Promise<Conclusion> {
  if (attempt.status !== 'succeeded') return unsuccessful(attempt.error)
  return (await isRefunded(db, attempt)) ? tooLate : { status: 'success' }
}

export function findAttempt(db: Reader, id: string): Promise<Attempt> {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function findOpenAttempt(db: Reader, saleId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** Finds an attempt of the session's sale by the page's id. */
export function findOwnAttempt(db: Reader, session: Session, attempt: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', session.saleId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
}

/** Finds the newest attempt of a sale with a payment method. */
export function findLastAttempt(
  db: Reader,
  saleId: string | null,
  method: Attempt['method'],
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('method', '=', method)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function recordMoney(
  trx: Work,
  attempt: Attempt,
  providerId: string,
  kind: 'charge' | 'refund',
): Promise<void> {
  await trx
    .insertInto('payments')
    .values({
      sale_id: attempt.sale_id,
      attempt_id: attempt.id,
      kind,
      provider: attempt.provider,
      provider_id: providerId,
      amount: attempt.amount,
      currency: attempt.currency,
      status: kind === 'charge' ? 'done' : 'pending',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function isRefunded(db: Reader, attempt: Attempt): Promise<boolean> {
  const refund = await db
    .selectFrom('payments')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('kind', '=', 'refund')
    .executeTakeFirst()
  return refund !== undefined
}

function unsuccessful(message: string): Conclusion {
  return { status: 'unsuccessful', message: message || paymentFailed }
}

const tooLate: Conclusion = { status: 'unsuccessful', message: cameTooLate }
