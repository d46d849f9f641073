import { sql, type ExpressionBuilder } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { interval, shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { describeError, type Log } from '#server/log.ts'

import { endAlarms, logAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'
import { findAttempt } from './attempts/find-attempts.ts'
import type { Attempt } from './attempts/attempt.ts'
import type { PaymentContext } from './attempts/payment-env.ts'
import { forEachOf } from '#server/database/for-each-of.ts'
import { nextTry } from '#server/database/next-try.ts'
import { dueRefunds, followDue } from './refunds/refunds.ts'
import { cancelAttempt, settle } from './settling/settle.ts'

interface SweepContext extends PaymentContext {
  log: Log
}

/** Maximum time that an attempt stays open, and that a cancelled transfer is still checked. */
const openForSeconds = 30 * 60
const lateForSeconds = 2 * 24 * 60 * 60
const askEverySeconds = 60
/** Longest pause while a provider does not answer; tickets are held meanwhile. */
const longestPauseSeconds = 15 * 60
/** Longest pause between two checks of a cancelled transfer; a webhook tells before if it was paid. */
const longestLatePauseSeconds = 2 * 60 * 60

const providers = ['stripe', 'square', 'truelayer'] as const
/** Failed tries after which a payment raises an alarm: after an hour. */
const triesBeforeAlarm = 8
/** Most open and most cancelled attempts of a provider in one sweep, so that neither keep the others waiting. */
const maxOpen = 50
const maxCancelled = 25

/**
 * Settles payments that no page waits for, for example after a closed tab: reads their outcome from the providers, cancels
 * old attempts, and follows refunds to their end. What fails is tried again later, so it never delays the rest.
 */
export async function sweepPayments(context: SweepContext): Promise<void> {
  await Promise.all(providers.map((provider) => sweepProvider(context, provider)))
  await endAlarms(context.db, 'payment_unsettled', ({ exists, selectFrom }) =>
    exists(
      selectFrom('payment_attempts')
        .select('payment_attempts.id')
        .whereRef('payment_attempts.id', '=', 'alarms.attempt_id')
        .where(({ or, eb }) => or([eb('tries', '=', 0), eb('status', 'not in', ['open', 'cancelled'])])),
    ),
  )
  await logAlarms(context.db, context.log)
}

async function sweepProvider(context: SweepContext, provider: Attempt['provider']): Promise<void> {
  const run = (work: () => Promise<void>) => logFailure(context, provider, work)
  const open = await unattended(context.db, provider).where(isOpen).limit(maxOpen).execute()
  const cancelled = await unattended(context.db, provider)
    .where(isCancelledLately)
    .limit(maxCancelled)
    .execute()
  await forEachOf([...open, ...cancelled], (attempt) => run(() => settleUnattended(context, attempt)))
  await forEachOf(await dueRefunds(context.db, provider), (refund) => run(() => followDue(context, refund)))
}

async function settleUnattended(
  context: PaymentContext,
  attempt: Attempt & { is_stale: boolean },
): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('payment_attempts')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: nextTry(longestPauseSeconds) }))
    .where('id', '=', attempt.id)
    .where('tries', '=', attempt.tries)
    .where('next_try_at', '<=', shopNow)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  try {
    await settleClaimed(context, attempt)
  } catch (error) {
    if (attempt.tries + 1 >= triesBeforeAlarm) await raiseUnsettled(context.db, attempt, error)
    throw error
  }
}

async function settleClaimed(
  context: PaymentContext,
  attempt: Attempt & { is_stale: boolean },
): Promise<void> {
  const conclusion = await settle(context, attempt)
  const isUnfinished = conclusion.status === 'pending' || conclusion.status === 'redirect_to_url'
  // No bank may hold the tickets for ever.
  if (isUnfinished && attempt.status === 'open' && attempt.is_stale)
    await cancelAttempt(context, await findAttempt(context.db, attempt.id), { isGivenUp: true })
  await context.db
    .updateTable('payment_attempts')
    .set({ tries: 0, next_try_at: nextCheck })
    .where('id', '=', attempt.id)
    .execute()
}

/** Raises an alarm about a payment of which the provider has not told for an hour whether it was made. */
function raiseUnsettled(db: Database, attempt: Attempt, error: unknown): Promise<void> {
  const { id, provider, provider_id, sale_id, amount, currency, tries } = attempt
  return raiseAlarm(db, {
    kind: 'payment_unsettled',
    about: id,
    provider,
    saleId: sale_id,
    attemptId: id,
    details: { payment: provider_id, amount, currency, tries: tries + 1, ...describeError(error) },
  })
}

/** SQL for the next check of an attempt: in a minute, or for a cancelled one after a quarter of its age. */
const nextCheck = sql<Date>`shop_now() + case status when 'cancelled'
  then least(greatest((shop_now() - created_at) / 4, ${interval(askEverySeconds)}), ${interval(longestLatePauseSeconds)})
  else ${interval(askEverySeconds)} end`

function isOpen(eb: ExpressionBuilder<Tables, 'payment_attempts'>) {
  return eb('payment_attempts.status', '=', 'open')
}

/** Whether an attempt was cancelled, but may have been paid nevertheless. */
function isCancelledLately(eb: ExpressionBuilder<Tables, 'payment_attempts'>) {
  return eb.and([
    eb('payment_attempts.status', '=', 'cancelled'),
    eb('payment_attempts.provider_id', 'is not', null),
    eb('payment_attempts.created_at', '>', shopNowPlus(-lateForSeconds)),
  ])
}

function unattended(db: Database, provider: Attempt['provider']) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('sales', 'sales.id', 'payment_attempts.sale_id')
    .selectAll('payment_attempts')
    .select((eb) =>
      eb
        .or([
          eb('payment_attempts.created_at', '<', shopNowPlus(-openForSeconds)),
          // The order is paid otherwise, unless this is one of its later instalments.
          eb('sales.paid_at', 'is not', null).and(eb.fn.coalesce('instalment', eb.lit(1)), '=', 1),
        ])
        .$castTo<boolean>()
        .as('is_stale'),
    )
    .where('payment_attempts.provider', '=', provider)
    .where('payment_attempts.next_try_at', '<=', shopNow)
    .orderBy('payment_attempts.next_try_at')
}

async function logFailure({ log }: SweepContext, provider: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log({ event: 'payment sweep failed', provider, ...describeError(error) })
  }
}
