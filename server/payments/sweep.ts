import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { describeError, type Log } from '#server/log.ts'

import { logAlarms } from './alarms.ts'
import { findAttempt, type Attempt } from './attempts.ts'
import { accountOf, giveUp, providerOf, settle, type PaymentContext } from './settle.ts'

interface SweepContext extends PaymentContext {
  log: Log
}

/** Maximum time that an attempt stays open, and that a cancelled transfer is still checked. */
const openForSeconds = 30 * 60
const lateForSeconds = 2 * 24 * 60 * 60
const askEverySeconds = 60

/**
 * Settles payments that no page waits for, for example after a closed tab: reads their outcome from the providers, cancels
 * old attempts, and pays out refunds. A failure does not stop the others.
 */
export async function sweepPayments(context: SweepContext): Promise<void> {
  for (const attempt of await unattended(context.db))
    await logFailure(context, attempt.provider, () => settleUnattended(context, attempt))
  for (const refund of await pendingRefunds(context.db))
    await logFailure(context, refund.provider, () => payRefund(context, refund))
  await logAlarms(context.db, context.log)
}

async function settleUnattended(
  context: PaymentContext,
  attempt: Attempt & { is_stale: boolean },
): Promise<void> {
  await context.db
    .updateTable('payment_attempts')
    .set({ updated_at: shopNow })
    .where('id', '=', attempt.id)
    .execute()
  const conclusion = await settle(context, attempt)
  const isUnfinished = conclusion.status === 'pending' || conclusion.status === 'redirect_to_url'
  if (isUnfinished && attempt.status === 'open' && attempt.is_stale)
    await giveUp(context, await findAttempt(context.db, attempt.id))
}

async function unattended(db: Database) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('sales', 'sales.id', 'payment_attempts.sale_id')
    .selectAll('payment_attempts')
    .select((eb) =>
      eb
        .or([
          eb('payment_attempts.created_at', '<', shopNowPlus(-openForSeconds)),
          eb('sales.paid_at', 'is not', null),
        ])
        .$castTo<boolean>()
        .as('is_stale'),
    )
    .where('payment_attempts.updated_at', '<', shopNowPlus(-askEverySeconds))
    .where((eb) =>
      eb.or([
        eb('payment_attempts.status', '=', 'open'),
        eb.and([
          eb('payment_attempts.status', '=', 'cancelled'),
          eb('payment_attempts.provider_id', 'is not', null),
          eb('payment_attempts.created_at', '>', shopNowPlus(-lateForSeconds)),
        ]),
      ]),
    )
    .orderBy('payment_attempts.updated_at')
    .limit(50)
    .execute()
}

function pendingRefunds(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select([
      'payments.id',
      'payments.provider_id',
      'payments.amount',
      'payment_attempts.provider',
      'payment_attempts.details',
    ])
    .where('payments.kind', '=', 'refund')
    .where('payments.status', '=', 'pending')
    .orderBy('payments.created_at')
    .limit(50)
    .execute()
}

/** Pays out a recorded refund, with the row's id as idempotency key. */
async function payRefund(
  context: PaymentContext,
  refund: Awaited<ReturnType<typeof pendingRefunds>>[number],
): Promise<void> {
  await providerOf(context, refund).refund({
    providerId: refund.provider_id,
    account: accountOf(refund),
    amount: refund.amount,
    key: refund.id,
  })
  await context.db
    .updateTable('payments')
    .set({ status: 'done' })
    .where('id', '=', refund.id)
    .where('status', '=', 'pending')
    .execute()
}

async function logFailure({ log }: SweepContext, provider: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log({ event: 'payment sweep failed', provider, ...describeError(error) })
  }
}
