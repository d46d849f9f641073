import { jsonText } from '#server/database/json-text.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNowPlus } from '#server/database/shop-time.ts'
import { endAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'
import type { Dispute } from '#server/providers/payment-provider.ts'

import { accountOf, type Attempt } from '#server/payments/attempts/attempt.ts'
import { cardProviderOf } from '#server/payments/attempts/provider-of.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { settle } from '#server/payments/settling/settle.ts'
import { bookLostDispute } from './book-refunds.ts'

/** Banks decide within some months. */
const decidedWithinSeconds = 180 * 24 * 60 * 60

/**
 * Asks the provider how a dispute stands, whatever an event says of it: an open one raises an alarm, a lost one is booked, and
 * with its end its alarm ends.
 */
export async function followDispute(context: PaymentContext, attempt: Attempt, id: string): Promise<void> {
  const provider = cardProviderOf(context, attempt)
  let dispute = await provider.findDispute(id, accountOf(attempt))
  if (dispute.status === 'open') {
    await raiseDispute(context.db, attempt, dispute)
    // It may have ended before the alarm was there, and nobody would end that.
    dispute = await provider.findDispute(id, accountOf(attempt))
    if (dispute.status === 'open') return
  }
  if (dispute.status === 'lost') {
    await settle(context, attempt)
    await bookLostDispute(context, attempt, dispute)
  }
  await endAlarms(context.db, 'payment_disputed', (eb) =>
    eb.and([eb('attempt_id', '=', attempt.id), eb(jsonText('details', 'dispute'), '=', id)]),
  )
}

function raiseDispute(db: Database, attempt: Attempt, dispute: Dispute): Promise<void> {
  const { id, amount, currency, reason, answerBy } = dispute
  return raiseAlarm(db, {
    kind: 'payment_disputed',
    about: id,
    provider: attempt.provider,
    saleId: attempt.sale_id,
    attemptId: attempt.id,
    details: { dispute: id, payment: attempt.provider_id, amount, currency, reason, answer_by: answerBy },
  })
}

/** Finds disputes of which the books do not say that they are lost, also those whose alarm the owner has closed. */
export function readDisputes(db: Database) {
  return db
    .selectFrom('alarms')
    .innerJoin('payment_attempts', 'payment_attempts.id', 'alarms.attempt_id')
    .selectAll('payment_attempts')
    .select(jsonText('alarms.details', 'dispute').as('dispute'))
    .where('alarms.kind', '=', 'payment_disputed')
    .where('alarms.raised_at', '>', shopNowPlus(-decidedWithinSeconds))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('payments.id')
            .whereRef('payments.provider', '=', 'alarms.provider')
            .where('payments.refund_id', '=', jsonText('alarms.details', 'dispute')),
        ),
      ),
    )
    .execute()
}
