import { HttpError } from '#server/http/http-errors.ts'
import { Unreachable, type Outcome } from '#server/providers/payment-provider.ts'
import { SeatsBusy } from '#server/seats/claims.ts'
import { takeSeats } from '#server/seats/take-seats.ts'

import { conclude, isClosed, type Attempt, type Conclusion } from './attempts.ts'
import type { PaymentContext } from './settle.ts'

/**
 * Records the outcome of an attempt; see `conclude`. Before money becomes an order whose hold has expired, its seats are
 * taken again at the seating provider: without them, the money is refunded.
 */
export async function concludeWithSeats(
  context: PaymentContext,
  attempt: Attempt,
  outcome: Outcome,
): Promise<Conclusion> {
  if (outcome.status === 'succeeded') await takeAgain(context, attempt)
  return conclude(context.db, attempt, outcome)
}

async function takeAgain(context: PaymentContext, attempt: Attempt): Promise<void> {
  if (isClosed(attempt)) return
  try {
    await takeSeats(context, attempt.sale_id)
  } catch (error) {
    // Then the seats are not held, and the money is refunded.
    if (![Unreachable, SeatsBusy, HttpError].some((kind) => error instanceof kind)) throw error
  }
}
