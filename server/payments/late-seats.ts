import { HttpError } from '#server/http/http-errors.ts'
import { Unreachable, type Outcome } from '#server/providers/payment-provider.ts'
import { SeatsBusy } from '#server/seats/claims.ts'
import { takeSeats } from '#server/seats/take-seats.ts'

import {
  conclude,
  findAttempt,
  isClosed,
  recordedConclusion,
  type Attempt,
  type Conclusion,
} from './attempts.ts'
import type { PaymentContext } from './settle.ts'

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
    const isTaken = await takeAgain(context, attempt)
    if (!isTaken) return recordedConclusion(context.db, await findAttempt(context.db, attempt.id))
  }
  return conclude(context.db, attempt, outcome)
}

/** Takes the seats again, as far as they can be; returns false if another request is at it. */
async function takeAgain(context: PaymentContext, attempt: Attempt): Promise<boolean> {
  try {
    await takeSeats(context, attempt.sale_id)
  } catch (error) {
    if (error instanceof SeatsBusy) return false
    // Then the seats are not held, and the money is refunded.
    if (![Unreachable, HttpError].some((kind) => error instanceof kind)) throw error
  }
  return true
}
