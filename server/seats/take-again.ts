import { HttpError } from '#server/http/http-errors.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import { SeatsBusy } from './claims.ts'
import type { SeatsContext } from './seats-env.ts'
import { takeSeats } from './take-seats.ts'

/** Takes the seats of an expired hold again, as far as they can be; returns false if another request is at it. */
export async function takeSeatsAgain(context: SeatsContext, saleId: string): Promise<boolean> {
  try {
    await takeSeats(context, saleId)
  } catch (error) {
    if (error instanceof SeatsBusy) return false
    // Then the seats are not held, and the money is refunded.
    if (![Unreachable, HttpError].some((kind) => error instanceof kind)) throw error
  }
  return true
}
