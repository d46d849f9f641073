import type { Selectable } from 'kysely'

import type { Basket, Sale } from '#server/basket/read-basket.ts'
import { totalsOf } from '#server/basket/totals.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { later } from '#server/database/later.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Work } from '#server/database/transaction.ts'
import type { Session } from '#server/http/session.ts'
import { countOutcome, type PaymentOutcome } from '#server/monitoring/metrics.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

import { isRefunded, recordCharge, recordRefund, type Money } from './ledger.ts'
import { markPaid } from './mark-paid.ts'
import { notNeeded, queueRefundNotice } from './payment-mails.ts'
import { followFailure, followPayment } from './plans/dunning.ts'
import { payInstalment } from './plans/pay-instalment.ts'
import { isLaterInstalment, termsOf } from './plans/plan-terms.ts'
import { differences, quarantine } from './quarantine.ts'

export type Attempt = Selectable<Tables['payment_attempts']>

/** Result of an attempt, as the buyer sees it. `charged` if it was paid all the same, but not for this order. */
export type Conclusion =
  | { status: 'success' }
  | { status: 'redirect_to_url'; url: string }
  | { status: 'pending' }
  | { status: 'unsuccessful'; message: string; charged?: true }

/** Stored details of every attempt that a provider knows; those of bank transfers from before are missing. */
export interface AttemptDetails {
  /** The sale's reference as the provider was told it. A sale that is given up loses its reference. */
  reference: string
}

export const paymentFailed = 'There was an error with your payment. Please try again.'

interface NewAttempt {
  attempt: string
  provider: Attempt['provider']
  method: Attempt['method']
  details?: AttemptDetails
  /** Pence, if it pays only a part of the total. */
  amount?: number
  instalment?: number
}

/** Opens an attempt on a locked, held sale and fixes the amount. The database allows one open attempt per sale. */
export async function openAttempt(trx: Work, basket: Basket, attempt: NewAttempt): Promise<Attempt> {
  const { sale } = basket
  const { total } = totalsOf(basket)
  await later(
    trx,
    trx
      .updateTable('sales')
      .set({ total, payment_error: '', truelayer_returned_from: null, updated_at: shopNow })
      .where('id', '=', sale.id),
  )
  return trx
    .insertInto('payment_attempts')
    .values({
      amount: total,
      ...attempt,
      details: attempt.details ? JSON.stringify(attempt.details) : null,
      sale_id: sale.id,
      basket_version: sale.basket_version,
      // A sale with lines always has a currency.
      currency: sale.currency ?? 'GBP',
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Whether an attempt has ended, so that nothing reported later changes it. */
export function isClosed({ status }: Attempt): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'quarantined'
}

/**
 * Records the outcome of an attempt and acts on it once: marks the sale paid, refunds, closes the attempt, or quarantines a
 * payment that differs from the one requested.
 */
export async function conclude(
  db: Database,
  { id, sale_id }: Pick<Attempt, 'id' | 'sale_id'>,
  outcome: Outcome,
): Promise<Conclusion> {
  let ended: { attempt: Attempt; as: PaymentOutcome } | undefined
  const conclusion = await inTransaction(db, async (trx): Promise<Conclusion> => {
    ended = undefined
    const { sale, attempt } = await lockSaleOf(trx, id, sale_id)
    if (isClosed(attempt)) return conclusionOf(trx, attempt)

    const wasOpen = attempt.status === 'open'
    const change = (values: Partial<Pick<Attempt, 'status' | 'error' | 'redirect_url'>>) =>
      later(
        trx,
        trx
          .updateTable('payment_attempts')
          .set({ provider_id: attempt.provider_id ?? outcome.providerId, ...values, updated_at: shopNow })
          .where('id', '=', attempt.id),
      )

    const fail = async (status: 'failed' | 'quarantined', error: string, shownError = error) => {
      await change({ status, error })
      if (wasOpen && !sale.paid_at)
        await later(
          trx,
          trx
            .updateTable('sales')
            .set({ payment_error: shownError, updated_at: shopNow })
            .where('id', '=', sale.id),
        )
    }

    switch (outcome.status) {
      case 'action':
        await change(outcome.url ? { redirect_url: outcome.url } : {})
        return wasOpen && outcome.url
          ? { status: 'redirect_to_url', url: outcome.url }
          : { status: 'pending' }
      case 'pending':
        await change({})
        return { status: 'pending' }
      case 'failed': {
        const error = outcome.message || paymentFailed
        await fail('failed', error, outcome.isCancelled ? '' : error)
        if (isLaterInstalment(attempt)) await followFailure(trx, sale, attempt, outcome)
        ended = { attempt, as: 'failed' }
        return unsuccessful(error)
      }
      case 'succeeded': {
        const wrong = differences(attempt, sale, outcome)
        if (wrong.length > 0) {
          await quarantine(trx, sale, attempt, outcome, wrong)
          const conclusion = await wrongPayment(trx, attempt)
          await fail('quarantined', conclusion.message)
          ended = { attempt, as: 'quarantined' }
          return conclusion
        }
        await change({ status: 'succeeded' })
        await recordCharge(trx, attempt, outcome)
        const isApplied = await applyPayment(trx, sale, attempt, outcome)
        ended = { attempt, as: isApplied ? 'succeeded' : 'refunded' }
        if (isApplied) return { status: 'success' }
        await recordRefund(trx, attempt, outcome)
        await queueRefundNotice(trx, sale, attempt.id, notNeeded(attempt))
        return refunded(attempt)
      }
    }
  })
  if (ended) countOutcome(ended.attempt, ended.as)
  return conclusion
}

/** Locks a sale, and reads the attempt in the statement after, so that simultaneous reports of a payment are processed in turn. */
function lockSaleOf(trx: Work, id: string, saleId: string): Promise<{ sale: Sale; attempt: Attempt }> {
  return lockingRow(trx, `sale ${saleId}`, async () => {
    const locked = await later(trx, trx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate())
    const attempt = await findAttempt(trx, id)
    const [sale] = locked()
    if (!sale) throw new Error('An attempt has no sale')
    return { sale, attempt }
  })
}

/** Turns money received into an order, or a later instalment of one; false if it must be refunded. */
async function applyPayment(
  trx: Work,
  sale: Sale,
  attempt: Attempt,
  { amount, currency }: Money,
): Promise<boolean> {
  if (isLaterInstalment(attempt)) {
    const isBooked = await payInstalment(trx, attempt)
    if (isBooked) await followPayment(trx, sale, attempt)
    return isBooked
  }
  const plan = termsOf(attempt)
  const payment = { amount, currency, basketVersion: attempt.basket_version, plan }
  if (!(await markPaid(trx, sale, payment))) return false
  return plan ? payInstalment(trx, attempt) : true
}

/** Reads the result of a closed attempt. */
export async function conclusionOf(db: Reader, attempt: Attempt): Promise<Conclusion> {
  if (attempt.status === 'quarantined') return wrongPayment(db, attempt)
  if (attempt.status !== 'succeeded') return unsuccessful(attempt.error)
  return (await isRefunded(db, attempt)) ? refunded(attempt) : { status: 'success' }
}

/** Reads what is known of an attempt, without asking its provider. */
export async function recordedConclusion(db: Reader, attempt: Attempt): Promise<Conclusion> {
  return isClosed(attempt) ? conclusionOf(db, attempt) : { status: 'pending' }
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

/** Finds the open attempt that pays the session's sale. Later instalments of a paid one are not the page's to change. */
export function findOpenPayment(db: Reader, session: Session): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('sales', 'sales.id', 'payment_attempts.sale_id')
    .selectAll('payment_attempts')
    .where('sales.id', '=', session.saleId)
    .where('sales.paid_at', 'is', null)
    .where('payment_attempts.status', '=', 'open')
    .executeTakeFirst()
}

/** Finds the session's sale with its attempts, before it is locked. */
export async function findPayments(
  db: Reader,
  { saleId }: Session,
): Promise<{ sale: Pick<Sale, 'session_id' | 'user_id' | 'paid_at'>; attempts: Attempt[] } | undefined> {
  const rows = await db
    .selectFrom('sales')
    .leftJoin('payment_attempts', 'payment_attempts.sale_id', 'sales.id')
    .selectAll('payment_attempts')
    .select(['sales.session_id', 'sales.user_id', 'sales.paid_at'])
    .where('sales.id', '=', saleId)
    .execute()
  const [sale] = rows
  // Without an attempt, its columns are null.
  return sale && { sale, attempts: rows.filter(({ id }) => id !== null) as Attempt[] }
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

function unsuccessful(message: string): Conclusion {
  return { status: 'unsuccessful', message: message || paymentFailed }
}

function refunded(attempt: Attempt) {
  const reason = isLaterInstalment(attempt)
    ? 'Your payment was for an instalment that is already paid.'
    : 'Your payment arrived after your reservation had expired.'
  return {
    status: 'unsuccessful',
    message: `${reason} It will be refunded in full.`,
    charged: true,
  } as const satisfies Conclusion
}

/** Promises a refund only if there is one: money of another payment, or of an unknown amount, is left to the owner. */
async function wrongPayment(db: Reader, attempt: Attempt) {
  const [wanted, nothing] = isLaterInstalment(attempt)
    ? ['instalment', 'the instalment is not paid yet']
    : ['order', 'you have not bought anything yet']
  const next = (await isRefunded(db, attempt))
    ? 'It will be refunded in full.'
    : `We are looking into it, and ${nothing}.`
  return {
    status: 'unsuccessful',
    message: `Your payment did not match your ${wanted}. ${next}`,
    charged: true,
  } as const satisfies Conclusion
}
