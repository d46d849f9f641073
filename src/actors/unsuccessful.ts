import type { PayOutcome } from '#machines/payment.ts'
import { HttpFailure, refusalMessage } from '#src/api/errors.ts'

/**
 * Returns the outcome of a call that the shop rejected with a reason for the buyer; rethrows any other error, and those of a
 * shop in trouble.
 */
export function unsuccessful(error: unknown): PayOutcome & { status: 'unsuccessful' } {
  const message = error instanceof HttpFailure && error.status < 500 ? refusalMessage(error) : ''
  if (!message) throw error
  return { status: 'unsuccessful', message, isDeclined: false }
}
