import type { Failure } from '#machines/payment-attempt.ts'
import { HttpFailure, isMissingCall, refusalMessage } from '#src/http/errors.ts'

/** Converts the error of a call that charges to JSON, for the guards of the payment attempt chart. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof HttpFailure)) return { kind: 'lost', message: '' }
  const message = refusalMessage(error)
  if (error.status < 500 || isMissingCall(error)) return { kind: 'refused', message }
  return error.status === 503 && message ? { kind: 'not_started', message } : { kind: 'lost', message: '' }
}
