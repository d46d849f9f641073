import { sql } from 'kysely'

import type { Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { raiseAlarm } from '#server/monitoring/alarms.ts'
import type { Attempt, CardDetails } from '#server/payments/attempts/attempt.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

import { chargedCard } from './open-instalment.ts'
import { queueFailure, queueInstalmentReceipt, queueStopped } from './plan-messages.ts'
import { readPlan, type Instalment, type SalePlan } from './read-plan.ts'

/**
 * Days between the tries of a failed instalment: 1, 3 and 7 days after the first failure. Four tries stay far below what
 * the card networks allow (15 within 30 days: support.stripe.com/questions/payment-blocked-due-to-excessive-retries).
 */
const pauses = [1, 2, 4]

/** Days after which an instalment is charged whose charge was cancelled. */
const pauseOfCancelled = 1

type Failure = Pick<Extract<Outcome, { status: 'failed' }>, 'message' | 'needsBuyer' | 'isCancelled'>

/**
 * Follows a failed charge of a later instalment, on a locked sale: tells the buyer and plans the next try, or stops the plan
 * after the last. A bank that wants the buyer's confirmation is not asked in between. A charge that failed while the buyer
 * was present changes nothing: they have seen it. A cancelled charge is no decline: the buyer is about to pay.
 */
export async function followFailure(
  trx: Transaction,
  sale: Sale,
  attempt: Attempt,
  failure: Failure,
): Promise<void> {
  const { customer } = attempt.details as CardDetails
  if (customer?.isPresent) return
  const salePlan = await readPlan(trx, sale)
  const instalment = salePlan?.instalments.find(({ number }) => number === attempt.instalment)
  if (!salePlan || !instalment || instalment.payment_id) return
  if (failure.isCancelled) return void (await tryAgain(trx, instalment, instalment.tries, pauseOfCancelled))
  const { pause, tries } = nextPause(instalment.tries, failure.needsBuyer ?? false)
  if (pause === null) return stop(trx, salePlan, instalment, attempt, failure)
  const at = await tryAgain(trx, instalment, tries, pause)
  await queueFailure(trx, salePlan, instalment, {
    attemptId: attempt.id,
    last4: chargedCard(attempt, salePlan.plan),
    reason: failure.message,
    next: { at, needsBuyer: failure.needsBuyer ?? false },
  })
}

/** Plans the next try in some days, after this many failed ones, and returns its time. */
async function tryAgain(trx: Transaction, { id }: Instalment, tries: number, days: number): Promise<Date> {
  const { next_try_at } = await trx
    .updateTable('instalments')
    .set({ tries, next_try_at: sql<Date>`shop_now() + make_interval(days => ${days}::int)` })
    .where('id', '=', id)
    .returning('next_try_at')
    .executeTakeFirstOrThrow()
  return next_try_at
}

/** The days until the next try, null after the last one, and how many tries there have been. */
export function nextPause(tries: number, needsBuyer: boolean): { pause: number | null; tries: number } {
  if (!needsBuyer || tries >= pauses.length) return { pause: pauses[tries] ?? null, tries: tries + 1 }
  const pause = pauses.slice(tries).reduce((sum, days) => sum + days, 0)
  return { pause, tries: pauses.length }
}

async function stop(
  trx: Transaction,
  salePlan: SalePlan,
  instalment: Instalment,
  attempt: Attempt,
  { message }: Failure,
): Promise<void> {
  const { sale, plan } = salePlan
  await trx
    .updateTable('instalments')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('id', '=', instalment.id)
    .execute()
  await trx
    .updateTable('payment_plans')
    .set({ status: 'stopped', updated_at: shopNow })
    .where('sale_id', '=', sale.id)
    .execute()
  await raiseAlarm(trx, {
    kind: 'plan_stopped',
    about: instalment.id,
    provider: plan.provider,
    saleId: sale.id,
    attemptId: attempt.id,
    details: { instalment: instalment.number, amount: instalment.amount, tries: instalment.tries + 1 },
  })
  await queueStopped(trx, salePlan, instalment, {
    attemptId: attempt.id,
    last4: chargedCard(attempt, plan),
    reason: message,
  })
}

/**
 * Follows a booked later instalment, on a locked sale: queues the receipt, and lets a stopped plan go on when nothing is
 * overdue any more.
 */
export async function followPayment(trx: Transaction, sale: Sale, attempt: Attempt): Promise<void> {
  const salePlan = await readPlan(trx, sale)
  const instalment = salePlan?.instalments.find(({ number }) => number === attempt.instalment)
  if (!salePlan || !instalment) return
  await queueInstalmentReceipt(trx, salePlan, instalment, chargedCard(attempt, salePlan.plan))
  if (!(await hasOverdue(trx, sale.id))) await revive(trx, sale.id)
}

async function hasOverdue(trx: Transaction, saleId: string): Promise<boolean> {
  const overdue = await trx
    .selectFrom('instalments')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('payment_id', 'is', null)
    .where('due_at', '<=', shopNow)
    .executeTakeFirst()
  return overdue !== undefined
}

async function revive(trx: Transaction, saleId: string): Promise<void> {
  await trx
    .updateTable('payment_plans')
    .set({ status: 'active', updated_at: shopNow })
    .where('sale_id', '=', saleId)
    .where('status', '=', 'stopped')
    .execute()
  await trx
    .updateTable('alarms')
    .set({ resolved_at: shopNow })
    .where('kind', '=', 'plan_stopped')
    .where('sale_id', '=', saleId)
    .where('resolved_at', 'is', null)
    .execute()
}
