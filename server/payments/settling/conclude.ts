import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { countOutcome, type PaymentOutcome } from '#server/monitoring/metrics.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

import { isClosed, isLaterInstalment, type Attempt } from '#server/payments/attempts/attempt.ts'
import {
  readConclusion,
  paymentFailed,
  refundedConclusion,
  unsuccessfulConclusion,
  wrongPaymentConclusion,
  type Conclusion,
} from '#server/payments/attempts/conclusion.ts'
import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { recordCharge, recordRefund, type Money } from '#server/payments/attempts/ledger.ts'
import { markPaid } from '#server/payments/orders/mark-paid.ts'
import { refundReason, queueRefundNotice } from '#server/payments/orders/payment-mails.ts'
import { followFailure, followPayment } from '#server/payments/plans/dunning.ts'
import { recordInstalmentPaid } from '#server/payments/plans/record-instalment-paid.ts'
import { termsOf } from '#server/payments/plans/plan-terms.ts'
import { findDifferences, quarantine } from './quarantine.ts'

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
    if (isClosed(attempt)) return readConclusion(trx, attempt)

    const wasOpen = attempt.status === 'open'
    const change = (
      values: Partial<Pick<Attempt, 'status' | 'error' | 'redirect_url' | 'declined_for' | 'card'>>,
    ) =>
      defer(
        trx,
        trx
          .updateTable('payment_attempts')
          .set({ provider_id: attempt.provider_id ?? outcome.providerId, ...values, updated_at: shopNow })
          .where('id', '=', attempt.id),
      )

    const fail = async (
      status: 'failed' | 'quarantined',
      error: string,
      shownError = error,
      decline: Partial<Pick<Attempt, 'declined_for' | 'card'>> = {},
    ) => {
      await change({ status, error, ...decline })
      if (wasOpen && !sale.paid_at)
        await defer(
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
        await fail('failed', error, outcome.isCancelled ? '' : error, {
          declined_for: outcome.reason ?? '',
          card: outcome.card ?? attempt.card,
        })
        if (isLaterInstalment(attempt)) await followFailure(trx, sale, attempt, outcome)
        ended = { attempt, as: 'failed' }
        return unsuccessfulConclusion(error)
      }
      case 'succeeded': {
        const wrong = findDifferences(attempt, sale, outcome)
        if (wrong.length > 0) {
          await quarantine(trx, sale, attempt, outcome, wrong)
          const conclusion = await wrongPaymentConclusion(trx, attempt)
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
        await queueRefundNotice(trx, sale, attempt.id, refundReason(attempt))
        return refundedConclusion(attempt)
      }
    }
  })
  if (ended) countOutcome(ended.attempt, ended.as)
  return conclusion
}

/** Locks a sale, then reads the attempt, so that simultaneous reports of a payment are processed one after the other. */
function lockSaleOf(trx: Transaction, id: string, saleId: string): Promise<{ sale: Sale; attempt: Attempt }> {
  return lockingRow(trx, `sale ${saleId}`, async () => {
    const locked = await defer(trx, trx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate())
    const attempt = await findAttempt(trx, id)
    const [sale] = locked()
    if (!sale) throw new Error('An attempt has no sale')
    return { sale, attempt }
  })
}

/** Turns money received into an order, or a later instalment of one; false if it must be refunded. */
async function applyPayment(
  trx: Transaction,
  sale: Sale,
  attempt: Attempt,
  { amount, currency }: Money,
): Promise<boolean> {
  if (isLaterInstalment(attempt)) {
    const isBooked = await recordInstalmentPaid(trx, attempt)
    if (isBooked) await followPayment(trx, sale, attempt)
    return isBooked
  }
  const plan = termsOf(attempt)
  const payment = { amount, currency, basketVersion: attempt.basket_version, plan }
  if (!(await markPaid(trx, sale, payment))) return false
  return plan ? recordInstalmentPaid(trx, attempt) : true
}
