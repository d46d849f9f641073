import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { jsonText } from '#server/database/json-text.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { describeError, type Log } from '#server/log.ts'
import { raiseAlarm } from '#server/monitoring/alarms.ts'
import type { ListedRefund } from '#server/providers/payment-provider.ts'

import type { Attempt } from '#server/payments/attempts/attempt.ts'
import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { settle } from '#server/payments/settling/settle.ts'
import { bookRefund, bookRefundsOf } from './book-refunds.ts'
import { followDispute, readDisputes } from './disputes.ts'

interface JobContext extends PaymentContext {
  log: Log
}

/** An account at a provider, with payments of the shop. */
interface Account {
  provider: Attempt['provider']
  /** The organiser's account, or '' for the shop's. */
  account: string
}

const daySeconds = 24 * 60 * 60
/** How far back the lists are read: a provider that does not answer for a week is caught up with. */
const comparedSeconds = 10 * daySeconds
/** A provider may list a refund a little later than it was made. */
const listedLateSeconds = daySeconds

/**
 * Compares the books with the providers' lists of refunds: books those whose events the shop has missed, and raises alarms
 * about amounts that differ and about refunds that the provider does not know. Asks how disputes stand, too. A provider,
 * payment or dispute that fails does not hold up the others.
 */
export async function compareRefunds(context: JobContext): Promise<void> {
  const { since } = await context.db
    .selectNoFrom(shopNowPlus(-comparedSeconds).as('since'))
    .executeTakeFirstOrThrow()
  for (const account of await readAccounts(context.db))
    await logErrors(context, account.provider, () => compareAccount(context, account, since))
  for (const { dispute, ...attempt } of await readDisputes(context.db))
    await logErrors(context, attempt.provider, () => followDispute(context, attempt, dispute))
}

/** Does a part of the comparison; logs its error, so that the other parts are done. */
async function logErrors(
  { log }: JobContext,
  provider: Attempt['provider'],
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log({ event: 'refunds not compared', provider, ...describeError(error) })
  }
}

/** Reads the accounts at which money has arrived. */
function readAccounts(db: Database): Promise<Account[]> {
  return db
    .selectFrom('payment_attempts')
    .select('provider')
    .select(sql<string>`coalesce(${jsonText('details', 'account')}, '')`.as('account'))
    .distinct()
    .where('status', 'in', ['succeeded', 'quarantined'])
    .where('provider', '<>', 'free')
    .execute()
}

async function compareAccount(
  context: JobContext,
  { provider, account }: Account,
  since: Date,
): Promise<void> {
  const listed = await providerOf(context, { provider }).refundsSince(since, account)
  for (const [payment, refunds] of Map.groupBy(listed, ({ providerId }) => providerId))
    await logErrors(context, provider, () => comparePayment(context, provider, payment, refunds))
  const ids = listed.map(({ refundId }) => refundId)
  for (const missing of await findUnlisted(context.db, { provider, account }, since, ids))
    await logErrors(context, provider, () => checkUnlisted(context, missing, account))
}

/**
 * Raises an alarm about a refund that its payment does not list either; it may have been booked long after it was made. One that
 * has failed since is recorded.
 */
async function checkUnlisted(context: JobContext, row: Row, account: string): Promise<void> {
  const listed = await providerOf(context, row).refundsOf(row.provider_id, account)
  const refund = listed.find(({ refundId }) => refundId === row.refund_id)
  if (!refund) return raiseDifference(context.db, row, { reported: null })
  if (refund.status === 'failed')
    await bookRefund(context, await findAttempt(context.db, row.attempt_id), refund)
}

/** Books the refunds of a payment that are missing, records those that have failed, and compares the amounts of the others. */
async function comparePayment(
  context: JobContext,
  provider: Attempt['provider'],
  payment: string,
  listed: ListedRefund[],
): Promise<void> {
  const { db } = context
  const attempt = await db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', payment)
    .executeTakeFirst()
  // Somebody else uses the same account.
  if (!attempt) return
  const booked = await booksOf(db).where('payments.attempt_id', '=', attempt.id).execute()
  const isBooked = ({ refundId }: ListedRefund) => booked.some(({ refund_id }) => refund_id === refundId)
  if (!listed.every((refund) => refund.status === 'failed' || isBooked(refund))) {
    await settle(context, attempt)
    await bookRefundsOf(context, attempt)
  }
  for (const row of booked) {
    const refund = listed.find(({ refundId }) => refundId === row.refund_id)
    if (refund?.status === 'failed') await bookRefund(context, attempt, refund)
    else if (refund && (refund.amount !== Number(row.amount) || refund.currency !== row.currency))
      await raiseDifference(db, row, { reported: { amount: refund.amount, currency: refund.currency } })
  }
}

/** Finds refunds in the books that are done, but not in the provider's list. */
function findUnlisted(db: Database, { provider, account }: Account, since: Date, listed: string[]) {
  return booksOf(db)
    .where('payments.provider', '=', provider)
    .where('payments.status', '=', 'done')
    .where('payments.refunded_by', '<>', 'dispute')
    .where(
      'payments.created_at',
      '>',
      sql<Date>`${since}::timestamptz + make_interval(secs => ${listedLateSeconds})`,
    )
    .where('payments.created_at', '<', sql<Date>`${shopNow} - make_interval(secs => ${listedLateSeconds})`)
    .where(sql`coalesce(${jsonText('payment_attempts.details', 'account')}, '')`, '=', account)
    .where('payments.refund_id', '<>', (eb) => eb.fn('all', [eb.val(listed)]))
    .execute()
}

type Row = Awaited<ReturnType<ReturnType<typeof booksOf>['execute']>>[number]

/** The refunds in the books that the provider has accepted. */
function booksOf(db: Database) {
  return db
    .selectFrom('payments')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'payments.attempt_id')
    .select([
      'payments.sale_id',
      'payment_attempts.id as attempt_id',
      'payments.refund_id',
      'payments.provider_id',
      'payments.amount',
      'payments.currency',
      'payment_attempts.provider',
    ])
    .where('payments.kind', '=', 'refund')
    .where('payments.refund_id', 'is not', null)
}

function raiseDifference(
  db: Database,
  { sale_id, attempt_id, refund_id, provider, provider_id, amount, currency }: Row,
  difference: { reported: { amount: number; currency: string } | null },
): Promise<void> {
  return raiseAlarm(db, {
    kind: 'books_differ',
    about: refund_id ?? '',
    provider,
    saleId: sale_id,
    attemptId: attempt_id,
    details: {
      refund: refund_id,
      payment: provider_id,
      booked: { amount: Number(amount), currency },
      ...difference,
    },
  })
}
