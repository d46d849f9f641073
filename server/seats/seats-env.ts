import type { Database } from '#server/database/connect.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { PaymentProviders } from '#server/providers/connect-providers.ts'
import { Unreachable } from '#server/providers/payment-provider.ts'
import type { SeatingProvider } from '#server/providers/seating-provider.ts'

import { SeatsBusy } from './claims.ts'

/** Hono environment of handlers that work with numbered seats. */
export interface SeatsEnv extends ShopEnv {
  Variables: ShopEnv['Variables'] & { providers: PaymentProviders }
}

/** Dependencies of functions that work with numbered seats. */
export interface SeatsContext {
  db: Database
  providers: Pick<PaymentProviders, 'seats'>
}

/** Returns the seating provider. Throws `HttpError` 503 if it is not configured. */
export function seatingProvider({ providers }: Pick<SeatsContext, 'providers'>): SeatingProvider {
  if (providers.seats) return providers.seats
  throw new HttpError(503, seatsUnavailable)
}

/** Said when the seating provider does not answer, or is not configured. */
export const seatsUnavailable = 'The seating plan is not available at the moment. Please try again'

/** Calls the provider for a buyer. Throws `HttpError` 503 if it does not answer, 409 if another request is at work. */
export async function callProvider<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof Unreachable) throw new HttpError(503, seatsUnavailable)
    if (error instanceof SeatsBusy) throw new HttpError(409, error.message)
    throw error
  }
}
