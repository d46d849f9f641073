import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { describeError, type Log } from '#server/log.ts'
import { forEachOf } from '#server/database/for-each-of.ts'

import { queueReminder } from './plan-messages.ts'
import { readPlan } from './read-plan.ts'

interface JobContext {
  db: Database
  log: Log
}

const daysBefore = 3

/**
 * Reminds buyers three days before an instalment is charged, once by SMS and once by mail [INST-07, DONE-09]. Nobody is
 * reminded of an instalment that is due already. Reminders that fail, however many, do not hold up the others. Returns how many were reminded.
 */
export async function remindOfInstalments({ db, log }: JobContext): Promise<number> {
  const waiting = await db
    .selectFrom('instalments')
    .innerJoin('payment_plans', 'payment_plans.sale_id', 'instalments.sale_id')
    .select(['instalments.id', 'instalments.sale_id'])
    .where('payment_plans.status', '=', 'active')
    .where('instalments.payment_id', 'is', null)
    .where('instalments.reminded_at', 'is', null)
    .where('instalments.due_at', '>', shopNow)
    .where('instalments.due_at', '<=', shopNowPlus(daysBefore * 24 * 60 * 60))
    .orderBy('instalments.due_at')
    .execute()
  let reminded = 0
  await forEachOf(waiting, async ({ id, sale_id }) => {
    try {
      if (await remind(db, id, sale_id)) reminded++
    } catch (error) {
      log({ event: 'instalment not reminded of', ...describeError(error) })
    }
  })
  return reminded
}

/** Queues a reminder unless another process has, it is too late, or the plan has ended. */
function remind(db: Database, id: string, saleId: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const instalment = await trx
      .updateTable('instalments')
      .set({ reminded_at: shopNow })
      .where('id', '=', id)
      .where('reminded_at', 'is', null)
      .where('payment_id', 'is', null)
      .where('due_at', '>', shopNow)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('payment_plans')
            .select('sale_id')
            .where('sale_id', '=', saleId)
            .where('status', '=', 'active'),
        ),
      )
      .returningAll()
      .executeTakeFirst()
    if (!instalment) return false
    const sale = await trx.selectFrom('sales').selectAll().where('id', '=', saleId).executeTakeFirstOrThrow()
    const salePlan = await readPlan(trx, sale)
    if (!salePlan) return false
    await queueReminder(trx, salePlan, instalment)
    return true
  })
}
