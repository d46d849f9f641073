import { isClosed, type Attempt } from '#server/payments/attempts/attempt.ts'
import { readRecordedConclusion, type Conclusion } from '#server/payments/attempts/conclusion.ts'
import { findAttempt } from '#server/payments/attempts/find-attempts.ts'
import { conclude } from './conclude.ts'
import { takeSeatsAgain } from '#server/seats/take-again.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import type { Outcome } from '#server/providers/payment-provider.ts'

/**
 * Records the outcome of an attempt; see `conclude`. Before money becomes an order whose hold has expired, its seats are
 * taken again at the seating provider: without them, the money is refunded. While another request takes them, the outcome
 * waits for it: returns `pending`, and is to be asked for again.
 */
export async function concludeWithSeats(
  context: PaymentContext,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Conclusion> {
  if (outcome.status === 'succeeded' && !isClosed(attempt)) {
    const isTaken = await takeSeatsAgain(context, attempt.sale_id)
    if (!isTaken) return readRecordedConclusion(context.db, await findAttempt(context.db, attempt.id))
  }
  return conclude(context.db, attempt, outcome)
}
