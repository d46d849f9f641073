import type { PayOutcome } from '#machines/payment-attempt.ts'
import { isRefusal, refusalMessage } from '#src/http/errors.ts'

/**
 * Returns the outcome of a call that the shop rejected with a reason for the buyer; rethrows any other error, and those of a
 * shop in trouble.
 */
export function rejectedByShop(error: unknown): PayOutcome {
  const message = isRefusal(error) ? refusalMessage(error) : ''
  if (!message) throw error
  return { status: 'unsuccessful', message, isDeclined: false }
}
