import { isPaying, lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { describeError, type Log } from '#server/log.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { forEachOf } from '#server/database/for-each-of.ts'
import { settle } from '#server/payments/settling/settle.ts'

import { isUnderReview } from './under-review.ts'
import { openInstalment } from '#server/payments/plans/open-instalment.ts'
import { readPlan } from '#server/payments/plans/read-plan.ts'

interface JobContext extends PaymentContext {
  log: Log
}

/**
 * Charges every due instalment to the card of its plan, in the buyer's absence. Several processes charge it once: the
 * attempt is committed before it is sent, with its id as idempotency key. If the outcome stays unknown, the job that
 * settles payments asks for it. Instalments that fail, however many, do not hold up the others.
 */
export async function chargeDueInstalments(context: JobContext): Promise<void> {
  await forEachOf(await dueInstalments(context.db), async ({ sale_id, number }) => {
    try {
      const attempt = await claimInstalment(context.db, sale_id, number)
      if (attempt) await settle(context, attempt)
    } catch (error) {
      context.log({ event: 'instalment not charged', provider: 'stripe', ...describeError(error) })
    }
  })
}

function dueInstalments(db: Database) {
  return db
    .selectFrom('instalments')
    .innerJoin('payment_plans', 'payment_plans.sale_id', 'instalments.sale_id')
    .select(['instalments.sale_id', 'instalments.number'])
    .where('payment_plans.status', '=', 'active')
    .where('instalments.payment_id', 'is', null)
    .where('instalments.next_try_at', '<=', shopNow)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payment_attempts')
            .select('payment_attempts.id')
            .whereRef('payment_attempts.sale_id', '=', 'instalments.sale_id')
            .where('payment_attempts.status', '=', 'open'),
        ),
      ),
    )
    .where((eb) => eb.not(isUnderReview(eb)))
    .orderBy('instalments.next_try_at')
    .orderBy('instalments.number')
    .execute()
}

/** Opens the attempt of a due instalment, once for each try; null if another process has, or it is no longer due. */
function claimInstalment(db: Database, saleId: string, number: number): Promise<Attempt | null> {
  return inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, saleId)
    if (await isPaying(trx, sale.id)) return null
    const due = await trx
      .selectFrom('instalments')
      .selectAll()
      .where('sale_id', '=', sale.id)
      .where('number', '=', number)
      .where('payment_id', 'is', null)
      .where('next_try_at', '<=', shopNow)
      .where((eb) => eb.not(isUnderReview(eb)))
      .executeTakeFirst()
    const salePlan = await readPlan(trx, sale)
    if (!due || salePlan?.plan.status !== 'active') return null
    // With spaces, which no key of a page has; with the time, because a cancelled try is not counted.
    const attempt = `instalment ${number} try ${due.tries + 1} of ${due.next_try_at.toISOString()}`
    return openInstalment(trx, salePlan, due, { attempt, returnUrl: null })
  })
}
