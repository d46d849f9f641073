import { HttpError } from '#server/http/http-errors.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'

/** Turns `Unreachable` into an `HttpError` 503. */
export async function orUnavailable<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Unreachable)
      throw new HttpError(503, 'The payment provider is not responding. Please try again in a moment')
    throw error
  }
}
