import type { PayOutcome } from '#machines/payment.ts'
import { HttpFailure, refusalMessage } from '#src/api/errors.ts'

type Unsuccessful = PayOutcome & { status: 'unsuccessful' }

/** Creates the outcome of a payment that did not take place; `isDeclined` if nothing was charged for certain. */
export function unsuccessful(message: string, isDeclined = false): Unsuccessful {
  return { status: 'unsuccessful', message, isDeclined }
}

/**
 * Returns the outcome of a call that the shop rejected with a reason for the buyer; rethrows any other error, and those of a
 * shop in trouble.
 */
export function rejectedByShop(error: unknown): Unsuccessful {
  const message = error instanceof HttpFailure && error.status < 500 ? refusalMessage(error) : ''
  if (!message) throw error
  return unsuccessful(message)
}
