import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Unreachable, type ProviderEvent } from '#server/providers/payment-provider.ts'

import { raiseAlarm } from '#server/monitoring/alarms.ts'
import { findOpenAttempt } from '#server/payments/attempts/find-attempts.ts'
import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { bookRefundsOf } from '#server/payments/refunds/book-refunds.ts'
import { followDispute } from '#server/payments/refunds/disputes.ts'
import { settle } from '#server/payments/settling/settle.ts'

/**
 * Settles the payment, or books the refunds or the dispute, that a provider's event is about. An event only triggers reading
 * from the provider, so its order and repetition do not matter. An open dispute, and money of an unknown payment for one of
 * the shop's sales, raise alarms. Throws `Unreachable` if the payment may be one that the provider has not replied about yet.
 */
export async function applyEvent(
  context: PaymentContext,
  provider: Attempt['provider'],
  event: ProviderEvent,
): Promise<void> {
  const { db } = context
  const { payment, reference, account } = event
  if (!payment) return
  const attempt = await findByPayment(db, provider, payment)
  if (event.dispute) return attempt && followDispute(context, attempt, event.dispute.id)
  if (event.isRefund) return attempt && applyRefunds(context, attempt)
  if (attempt) return void (await settle(context, attempt))
  if (!event.isPaid || !reference) return
  const sale = await db.selectFrom('sales').select('id').where('reference', '=', reference).executeTakeFirst()
  if (!sale) return

  // The event may be faster than the reply to the request that opened the payment. Settling repeats that request.
  const open = await findOpenAttempt(db, sale.id)
  const isUnanswered = (it: Attempt | undefined) => it?.provider === provider && !it.provider_id
  if (open && isUnanswered(open)) await settle(context, open)
  // Read before the payment is looked for, because the reply may arrive in between.
  const stillOpen = await findOpenAttempt(db, sale.id)
  const found = await findByPayment(db, provider, payment)
  if (found) return void (await settle(context, found))
  if (isUnanswered(stillOpen)) throw new Unreachable('The provider has not replied about this payment yet')
  await inTransaction(db, (trx) =>
    raiseAlarm(trx, {
      kind: 'unknown_payment',
      about: payment,
      provider,
      saleId: sale.id,
      attemptId: null,
      details: { payment, sale: reference, ...(account ? { account } : {}) },
    }),
  )
}

/** Books the refunds of a payment. Its charge is recorded first, in case its own event is late. */
async function applyRefunds(context: PaymentContext, attempt: Attempt): Promise<void> {
  await settle(context, attempt)
  await bookRefundsOf(context, attempt)
}

function findByPayment(db: Database, provider: Attempt['provider'], payment: string) {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', payment)
    .executeTakeFirst()
}
