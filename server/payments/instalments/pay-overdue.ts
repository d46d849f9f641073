import { randomUUID } from 'node:crypto'

import { isPaying, lockSale, messages } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { findOpenAttempt } from '#server/payments/attempts/find-attempts.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { Conclusion } from '#server/payments/attempts/conclusion.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { throwIfOver, type Deadline } from '#server/payments/settling/reply-in-time.ts'
import { cancelAttemptOnce, settle, settleOnce } from '#server/payments/settling/settle.ts'

import { isUnderReview } from './under-review.ts'
import { openInstalment } from '#server/payments/plans/open-instalment.ts'
import { isPlanOver, readOverdue } from '#server/payments/plans/own-plans.ts'
import { readPlan } from '#server/payments/plans/read-plan.ts'

/** Why a plan can no longer be paid. */
export const eventHasBegun = 'The event has begun, so this plan can no longer be paid.'

const inQuestion = 'We are looking into an earlier payment for this instalment, so we cannot charge it now'

/**
 * Charges every overdue instalment of a plan to its card, one after the other, while the buyer is present: their bank may
 * ask them, and then they come back to `returnUrl`. Stops at the first that is not paid, and returns its result. A payment
 * that waits for the buyer is cancelled first. Throws `HttpError` 409 if another one is in progress, the owner must look into
 * one, or the plan is over; `Unreachable` if the provider does not answer. After the deadline no charge is started.
 */
export async function payOverdue(
  context: PaymentContext,
  saleId: string,
  returnUrl: string,
  deadline: Deadline,
): Promise<Conclusion> {
  const open = await findOpenAttempt(context.db, saleId)
  if (open && (await cancelAttemptOnce(context, open)).status === 'pending')
    throw new HttpError(409, messages.paying)
  for (;;) {
    const attempt = await openNext(context.db, saleId, returnUrl, deadline)
    if (!attempt) return { status: 'success' }
    const conclusion = await settle(context, attempt)
    if (conclusion.status !== 'success') return conclusion
  }
}

/** Settles the payment of a plan after the buyer's bank has asked them, as reported by the provider. */
export async function settleOpenPayment(context: PaymentContext, saleId: string): Promise<void> {
  const open = await findOpenAttempt(context.db, saleId)
  if (open) await settleOnce(context, open)
}

/** Opens an attempt for the first overdue instalment; null if nothing is overdue. */
function openNext(
  db: Database,
  saleId: string,
  returnUrl: string,
  deadline: Deadline,
): Promise<Attempt | null> {
  return inTransaction(db, async (trx) => {
    throwIfOver(deadline)
    const sale = await lockSale(trx, saleId)
    if (await isPaying(trx, sale.id)) throw new HttpError(409, messages.paying)
    const [next] = await readOverdue(trx, sale.id)
    const salePlan = await readPlan(trx, sale)
    if (!next || !salePlan) return null
    if (await isPlanOver(trx, salePlan.plan)) throw new HttpError(409, eventHasBegun)
    const held = await trx
      .selectFrom('instalments')
      .select('id')
      .where('id', '=', next.id)
      .where(isUnderReview)
      .executeTakeFirst()
    if (held) throw new HttpError(409, inQuestion)
    // Again, because the lock may have taken long.
    throwIfOver(deadline)
    return openInstalment(trx, salePlan, next, { attempt: `page-${randomUUID()}`, returnUrl })
  })
}
