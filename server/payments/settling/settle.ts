import { lockSale } from '#server/basket/sale.ts'
import { secondsUntil, shopNow } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countOutcome } from '#server/monitoring/metrics.ts'
import {
  KeysRejected,
  Rejected,
  Unreachable,
  type CardProvider,
  type Outcome,
} from '#server/providers/payment-provider.ts'

import { askProviderOnce } from './ask-provider-once.ts'
import {
  accountOf,
  isCharge,
  isClosed,
  type Attempt,
  type CardDetails,
} from '#server/payments/attempts/attempt.ts'
import {
  readConclusion,
  readRecordedConclusion,
  type Conclusion,
} from '#server/payments/attempts/conclusion.ts'
import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { cardProviderOf, providerOf } from '#server/payments/attempts/provider-of.ts'
import { conclude } from './conclude.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { concludeWithSeats } from './conclude-with-seats.ts'

/** Reads an attempt's outcome from the provider and records it; sends a card attempt again if it may not have arrived. */
export async function settle(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  if (isClosed(attempt)) return readConclusion(context.db, attempt)
  return concludeWithSeats(context, attempt, await askProvider(context, attempt))
}

/** Like `settle`, for requests that a buyer can repeat; see `askProviderOnce`. */
export function settleOnce(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  return concludeOnce(context, attempt, 'settle', settle)
}

/**
 * Cancels an open attempt, at its provider too, so that another one can start. A bank may execute a cancelled transfer
 * nevertheless: it then pays the sale or is refunded. Returns `pending` if the payment is being processed and can no longer
 * be cancelled, unless it is a transfer for which the shop waits no longer (`isGivenUp`), or if its money has come and another
 * request is taking its seats.
 */
export async function cancelAttempt(
  context: PaymentContext,
  attempt: Attempt,
  { isGivenUp = false } = {},
): Promise<Conclusion> {
  const sent = await ensureSent(context, attempt)
  if (sent.status !== 'open') return readConclusion(context.db, sent)
  const outcome: Outcome | null = sent.provider_id
    ? await providerOf(context, sent).cancel(sent.provider_id, accountOf(sent))
    : null
  if (outcome?.status === 'succeeded' || outcome?.status === 'failed')
    return concludeWithSeats(context, sent, outcome)
  if (isCharge(sent) || (outcome?.status === 'pending' && !isGivenUp)) return { status: 'pending' }
  if (await markCancelled(context, sent)) return { status: 'unsuccessful', message: '' }
  // Its provider has just told its id, so it must be cancelled there too, or somebody else has ended it.
  return cancelAttempt(context, await findAttempt(context.db, sent.id), { isGivenUp })
}

/** Like `cancelAttempt`, for requests that a buyer can repeat; see `askProviderOnce`. */
export function cancelAttemptOnce(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  return concludeOnce(context, attempt, 'cancel', cancelAttempt)
}

function concludeOnce(
  context: PaymentContext,
  attempt: Attempt,
  question: 'settle' | 'cancel',
  conclude: (context: PaymentContext, attempt: Attempt) => Promise<Conclusion>,
): Promise<Conclusion> {
  // Others may have settled it while this one waited.
  const now = () => findAttempt(context.db, attempt.id)
  return askProviderOnce(
    context,
    attempt,
    question,
    async () => conclude(context, await now()),
    async () => readRecordedConclusion(context.db, await now()),
  )
}

/**
 * Lets another attempt start although a bank transfer may still succeed: it then pays the sale or is refunded. Returns false, with
 * nothing changed, if the attempt has ended, or is known to its provider since it was read.
 */
async function markCancelled({ db }: PaymentContext, attempt: Attempt): Promise<boolean> {
  const isCancelled = await inTransaction(db, async (trx) => {
    // Like `conclude`, which would otherwise send a buyer to the bank with a transfer that it has read as open.
    await lockSale(trx, attempt.sale_id)
    const { numUpdatedRows } = await trx
      .updateTable('payment_attempts')
      .set({ status: 'cancelled', updated_at: shopNow })
      .where('id', '=', attempt.id)
      .where('status', '=', 'open')
      .where('provider_id', 'is not distinct from', attempt.provider_id)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  if (isCancelled) countOutcome(attempt, 'cancelled')
  return isCancelled
}

/** Sends a card attempt that was never sent before, and records its outcome. */
export async function sendNewCharge(context: PaymentContext, attempt: Attempt): Promise<Conclusion> {
  return concludeWithSeats(context, attempt, await sendCard(context, attempt, { isNew: true }))
}

/**
 * Sends a card attempt to the provider, with the attempt's id as idempotency key. Throws `Unreachable` if its outcome is
 * unknown: it may have been charged before, so it stays open.
 */
async function sendCard(
  context: PaymentContext,
  attempt: Attempt,
  { isNew }: { isNew: boolean },
): Promise<Outcome> {
  const provider = cardProviderOf(context, attempt)
  // Whoever opened the attempt wrote this shape.
  const details = attempt.details as CardDetails
  if (!isNew) {
    const lost = await findLostCharge(context, attempt, provider)
    if (lost) return lost
  }
  try {
    return await provider.charge({
      key: attempt.id,
      amount: attempt.amount,
      currency: attempt.currency,
      ...details,
    })
  } catch (error) {
    if (error instanceof Unreachable) throw error
    const isUncharged = error instanceof Rejected || (isNew && error instanceof KeysRejected)
    if (!isUncharged) throw new Unreachable('The outcome of the charge is unknown', { cause: error })
    // The attempt must not keep the hold.
    await conclude(context.db, attempt, { status: 'failed', providerId: null, message: '' })
    throw error
  }
}

/**
 * Providers forget idempotency keys, Stripe after 24 hours, so an older charge is looked for instead of sent again. What
 * is not found two hours later was never made.
 */
const keyCountsForHours = 23
const searchedForHours = 2
export const keyCountsForSeconds = keyCountsForHours * 60 * 60

/** Finds a charge that is too old to be sent again; null for a younger one. Throws `Unreachable` if it may still appear. */
async function findLostCharge(
  { db }: PaymentContext,
  attempt: Attempt,
  provider: CardProvider,
): Promise<Outcome | null> {
  const { seconds } = await db
    .selectFrom('payment_attempts')
    .select(secondsUntil('created_at').as('seconds'))
    .where('id', '=', attempt.id)
    .executeTakeFirstOrThrow()
  const hours = -seconds / 3600
  if (hours < keyCountsForHours) return null
  const { account, reference } = attempt.details as CardDetails
  const charges = await provider
    .findCharges({ key: attempt.id, account, reference, since: attempt.created_at })
    .catch((error: unknown) => {
      throw new Unreachable('The charge could not be looked for', { cause: error })
    })
  const others = await db
    .selectFrom('payment_attempts')
    .select('provider_id')
    .where('sale_id', '=', attempt.sale_id)
    .where('id', '<>', attempt.id)
    .execute()
  const own = charges.filter((charge) => !others.some(({ provider_id }) => provider_id === charge.providerId))
  const made = own.find(({ status }) => status === 'succeeded') ?? own[0]
  if (made) return made
  if (hours < keyCountsForHours + searchedForHours) throw new Unreachable('The charge may still appear')
  return { status: 'failed', providerId: null, message: '' }
}

/** Reads an attempt's outcome from the provider; sends a card attempt again if it may not have arrived. */
export function askProvider(context: PaymentContext, attempt: Attempt): Promise<Outcome> {
  if (attempt.provider_id) return providerOf(context, attempt).find(attempt.provider_id, accountOf(attempt))
  if (isCharge(attempt)) return sendCard(context, attempt, { isNew: false })
  return Promise.resolve({ status: 'pending', providerId: null })
}

async function ensureSent(context: PaymentContext, attempt: Attempt): Promise<Attempt> {
  if (attempt.provider_id || !isCharge(attempt)) return attempt
  await concludeWithSeats(context, attempt, await sendCard(context, attempt, { isNew: false }))
  return findAttempt(context.db, attempt.id)
}
