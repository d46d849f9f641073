import { lockSale } from '#server/basket/sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { raiseAlarm } from '#server/monitoring/alarms.ts'
import { Unreachable, type Dispute, type ListedRefund } from '#server/providers/payment-provider.ts'

import { accountOf, type Attempt } from '#server/payments/attempts/attempt.ts'
import { providerOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { applyRefund, type Effect } from './apply-refund.ts'
import { queueRefundMails } from './refund-mails.ts'
import { followUnaccepted, recordState } from './refunds.ts'

/**
 * Books what the provider says about the refunds of a payment, whoever made them; each once. Own refunds that the provider
 * has not accepted yet are requested first: otherwise the same refund would be taken for one that was made there.
 */
export async function bookRefundsOf(context: PaymentContext, attempt: Attempt): Promise<void> {
  if (!attempt.provider_id) return
  await followUnaccepted(context, attempt.id)
  const listed = await providerOf(context, attempt).refundsOf(attempt.provider_id, accountOf(attempt))
  for (const refund of listed) await bookRefund(context, attempt, refund)
}

/** Books a refund that the provider has listed, once, with its effect on the order, a mail and an alarm. */
export async function bookRefund(
  { db }: PaymentContext,
  attempt: Attempt,
  refund: ListedRefund,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, attempt.sale_id)
    const known = await findBooked(trx, attempt, refund.refundId)
    if (known) return recordState(trx, known.id, refund)
    if (refund.status === 'failed') return
    if (await awaitsRefundId(trx, attempt))
      throw new Unreachable('This may be a refund that the shop has requested')
    const { refundId, amount, currency, status } = refund
    const effect = await book(trx, sale, attempt, { id: refundId, amount, currency, status, by: 'provider' })
    await raise(trx, 'refunded_at_provider', attempt, { refund: refundId, amount, currency }, effect)
  })
}

/** Books a lost dispute, once: the buyer has the money. Its tickets become void. */
export async function bookLostDispute(
  { db }: PaymentContext,
  attempt: Attempt,
  { id, amount, currency, reason }: Dispute,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, attempt.sale_id)
    if (await findBooked(trx, attempt, id)) return
    const effect = await book(trx, sale, attempt, { id, amount, currency, status: 'done', by: 'dispute' })
    await raise(trx, 'dispute_lost', attempt, { dispute: id, reason, amount, currency }, effect)
  })
}

interface Returned {
  /** The refund or dispute at the provider. */
  id: string
  amount: number
  currency: string
  status: 'accepted' | 'done'
  by: 'provider' | 'dispute'
}

/** Writes money that went back into the ledger. Returns null if the ledger has no charge that it could be a part of. */
async function book(
  trx: Transaction,
  sale: Sale,
  attempt: Attempt,
  { id, amount, currency, status, by }: Returned,
): Promise<Effect | null> {
  const charge = await trx
    .selectFrom('payments')
    .select('id')
    .where('attempt_id', '=', attempt.id)
    .where('kind', '=', 'charge')
    .executeTakeFirst()
  if (!charge) return null
  const row = await trx
    .insertInto('payments')
    .values({
      sale_id: sale.id,
      attempt_id: attempt.id,
      kind: 'refund',
      provider: attempt.provider,
      provider_id: attempt.provider_id ?? '',
      amount,
      currency,
      status,
      refund_id: id,
      refunded_by: by,
      next_try_at: shopNowPlus(60),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const effect = await applyRefund(trx, sale, by)
  if (sale.paid_at) await queueRefundMails(trx, sale, { id: row.id, amount, by }, effect)
  return effect
}

function findBooked(trx: Transaction, { provider }: Attempt, id: string) {
  return trx
    .selectFrom('payments')
    .select('id')
    .where('provider', '=', provider)
    .where('refund_id', '=', id)
    .executeTakeFirst()
}

/** Whether the shop has requested a refund of the payment whose id it does not know yet. */
async function awaitsRefundId(trx: Transaction, { id }: Attempt): Promise<boolean> {
  const pending = await trx
    .selectFrom('payments')
    .select('id')
    .where('attempt_id', '=', id)
    .where('kind', '=', 'refund')
    .where('status', '=', 'pending')
    .executeTakeFirst()
  return pending !== undefined
}

function raise(
  trx: Transaction,
  kind: 'refunded_at_provider' | 'dispute_lost',
  attempt: Attempt,
  details: { refund?: string; dispute?: string; reason?: string; amount: number; currency: string },
  effect: Effect | null,
): Promise<void> {
  return raiseAlarm(trx, {
    kind,
    about: details.refund ?? details.dispute ?? '',
    provider: attempt.provider,
    saleId: attempt.sale_id,
    attemptId: attempt.id,
    details: { ...details, payment: attempt.provider_id, ...describe(effect) },
  })
}

function describe(effect: Effect | null): object {
  if (!effect) return { is_booked: false }
  const { voided, kept, spentVouchers } = effect
  const used = voided.filter(({ is_used }) => is_used).length
  return {
    tickets_void: voided.length,
    tickets_kept: kept.length,
    ...(used ? { tickets_used: used } : {}),
    ...(spentVouchers ? { vouchers_spent: spentVouchers } : {}),
  }
}
