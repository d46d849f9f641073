import type { Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { describeError } from '#server/log.ts'
import type { RefundState } from '#server/providers/payment-provider.ts'

import { raiseAlarm } from '#server/monitoring/alarms.ts'
import { type Attempt, accountOf } from '#server/payments/attempts/attempt.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { nextTry } from '#server/database/next-try.ts'
import { keyCountsForSeconds } from '#server/payments/settling/settle.ts'

type Refund = Awaited<ReturnType<typeof dueRefunds>>[number]

const longestSeconds = 24 * 60 * 60
/** Tries after which a refund that the provider has not accepted raises an alarm: two hours after the first. */
const triesBeforeAlarm = 8
/** Time after which one that was accepted should have ended: banks take up to ten working days. */
const endsWithinSeconds = 14 * 24 * 60 * 60

/** Finds refunds of a provider that it must be asked about now. */
export function dueRefunds(db: Database, provider: Attempt['provider']) {
  return refunds(db)
    .where('payments.provider', '=', provider)
    .where('payments.status', 'in', ['pending', 'accepted'])
    .where('payments.next_try_at', '<=', shopNow)
    .orderBy('payments.next_try_at')
    .limit(50)
    .execute()
}

/**
 * Follows a due refund, unless another process does. Its next try is set first, in case the provider does not answer. One
 * that is not accepted for long, or does not end, raises an alarm, and is still followed.
 */
export async function followDue(context: PaymentContext, refund: Refund): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('payments')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_try_at: nextTry(longestSeconds) }))
    .where('id', '=', refund.id)
    .where('tries', '=', refund.tries)
    .where('next_try_at', '<=', shopNow)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  try {
    await follow(context, refund)
  } catch (error) {
    const tries = refund.tries + 1
    if (refund.status === 'pending' && tries >= triesBeforeAlarm)
      await inTransaction(context.db, (trx) =>
        raiseRefundAlarm(trx, refund, `${refund.id}:not accepted`, { ...describeError(error), tries }),
      )
    throw error
  } finally {
    if (refund.status === 'accepted') await checkEnd(context.db, refund)
  }
}

/** Raises an alarm about a refund that the provider has accepted, but not ended in time. */
async function checkEnd(db: Database, { id }: Refund): Promise<void> {
  await inTransaction(db, async (trx) => {
    const late = await refunds(trx)
      .where('payments.id', '=', id)
      .where('payments.status', '=', 'accepted')
      .where('payments.created_at', '<', shopNowPlus(-endsWithinSeconds))
      .executeTakeFirst()
    if (late) await raiseRefundAlarm(trx, late, `${id}:not ended`, { refund: late.refund_id })
  })
}

/** Requests the refunds of a payment that the provider has not accepted yet, as far as the shop knows. */
export async function followUnaccepted(context: PaymentContext, attemptId: string): Promise<void> {
  const unaccepted = await refunds(context.db)
    .where('payments.attempt_id', '=', attemptId)
    .where('payments.status', '=', 'pending')
    .where('payments.refund_id', 'is', null)
    .execute()
  for (const refund of unaccepted) await follow(context, refund)
}

/** Requests a refund, with the row's id as idempotency key, or reads its state if the provider has accepted it. */
async function follow(context: PaymentContext, refund: Refund): Promise<void> {
  const provider = providerOf(context, refund)
  const account = accountOf(refund)
  const state = refund.refund_id
    ? await provider.findRefund(refund.refund_id, refund.provider_id, account)
    : ((await findLost(context, refund)) ??
      (await provider.refund({
        providerId: refund.provider_id,
        account,
        amount: refund.amount,
        currency: refund.currency,
        key: refund.id,
        isOld: refund.is_old,
      })))
  await inTransaction(context.db, (trx) => recordState(trx, refund.id, state))
}

/**
 * Finds a refund that the provider has made, whose reply was lost and whose key it may have forgotten: one of the same amount
 * that the books do not know. Stripe's adapter finds it by the key itself.
 */
async function findLost(context: PaymentContext, refund: Refund): Promise<RefundState | undefined> {
  if (!refund.is_old || refund.provider === 'stripe') return undefined
  const listed = await providerOf(context, refund).refundsOf(refund.provider_id, accountOf(refund))
  const booked = await refunds(context.db).where('payments.attempt_id', '=', refund.attempt_id).execute()
  return listed.find(
    ({ refundId, status, amount }) =>
      status !== 'failed' &&
      amount === Number(refund.amount) &&
      !booked.some(({ refund_id }) => refund_id === refundId),
  )
}

/** Records a refund's state. A failed refund stays failed and raises an alarm; one that is done can still fail. */
export async function recordState(trx: Transaction, id: string, state: RefundState): Promise<void> {
  const refund = await trx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isFollowed = refund.status === 'pending' || refund.status === 'accepted'
  if (!isFollowed && !(refund.status === 'done' && state.status === 'failed')) return
  await trx
    .updateTable('payments')
    .set({
      status: state.status,
      refund_id: state.refundId ?? refund.refund_id,
      ...(refund.status === 'pending' ? { tries: 0, next_try_at: shopNowPlus(60) } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (state.status === 'failed')
    await raiseRefundAlarm(trx, refund, id, { refund: state.refundId, reason: state.reason })
}

type Owed = Pick<
  Selectable<Tables['payments']>,
  'provider' | 'sale_id' | 'attempt_id' | 'provider_id' | 'amount' | 'currency'
>

function raiseRefundAlarm(trx: Transaction, refund: Owed, about: string, details: object): Promise<void> {
  const { provider, sale_id, attempt_id, provider_id, amount, currency } = refund
  return raiseAlarm(trx, {
    kind: 'refund_failed',
    about,
    provider,
    saleId: sale_id,
    attemptId: attempt_id,
    details: { payment: provider_id, amount, currency, ...details },
  })
}

function refunds(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select([
      'payments.id',
      'payments.sale_id',
      'payments.attempt_id',
      'payments.provider_id',
      'payments.refund_id',
      'payments.amount',
      'payments.currency',
      'payments.status',
      'payments.tries',
      'payment_attempts.provider',
      'payment_attempts.details',
    ])
    .select((eb) =>
      eb('payments.created_at', '<', shopNowPlus(-keyCountsForSeconds)).$castTo<boolean>().as('is_old'),
    )
    .where('payments.kind', '=', 'refund')
}
