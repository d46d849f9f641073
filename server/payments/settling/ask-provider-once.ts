import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'

import type { Attempt } from '#server/payments/attempts/attempt.ts'
import type { PaymentContext } from '#server/payments/attempts/payment-env.ts'
import { SingleFlight } from './single-flight.ts'

/** Less than the 1.5 seconds between two polls of a page, so that a page's every poll learns something new. */
const minSecondsBetweenRequests = 1

/** By database, because several shops may run in one process. */
const singleFlights = new WeakMap<Database, SingleFlight>()

/**
 * Asks a provider about a payment for all who ask the same at once. Everybody gets the answer to a question that was sent after
 * they came, also the buyer who pays in many tabs [S44]. If requests never end, all processes together ask once a second, and
 * the others are told what is `recorded`.
 */
export function askProviderOnce<Answer>(
  { db }: PaymentContext,
  { id }: Pick<Attempt, 'id'>,
  question: 'settle' | 'cancel unconfirmed' | 'cancel' | 'return' | 'return abandoned',
  ask: () => Promise<Answer>,
  recorded: () => Promise<Answer>,
): Promise<Answer> {
  const turns = singleFlights.get(db) ?? new SingleFlight()
  singleFlights.set(db, turns)
  return turns.run(`${question} ${id}`, async (isFlood) =>
    !isFlood || (await claimProviderRequest(db, { id })) ? ask() : recorded(),
  )
}

/** Returns true for one of those who ask about an attempt within a second, in all processes. */
export async function claimProviderRequest(db: Database, { id }: Pick<Attempt, 'id'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payment_attempts')
    .set({ asked_at: shopNow })
    .where('id', '=', id)
    .where(({ or, eb }) =>
      or([eb('asked_at', 'is', null), eb('asked_at', '<=', shopNowPlus(-minSecondsBetweenRequests))]),
    )
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
