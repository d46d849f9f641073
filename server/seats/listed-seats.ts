import type { Database } from '#server/database/connect.ts'
import type { FreeSeat, SeatingProvider } from '#server/providers/seating-provider.ts'

import { readClaimedLabels } from './claims.ts'
import type { SeatedDate } from './seated-dates.ts'

/** For how long a list answers further requests, in milliseconds; the page waits longer after its own changes. */
const listLife = 2_000

interface Listed {
  startedAt: number
  isPending: boolean
  seats: Promise<FreeSeat[]>
}

const listed = new WeakMap<SeatingProvider, Map<string, Listed>>()

/**
 * Lists the seats of a date that the provider calls free and no sale of the shop has, in any of its processes. The
 * provider's list may be two seconds old, the sales are not: a seat that somebody has just added is never listed. Throws
 * `Unreachable`.
 */
export async function listFreeSeats(
  provider: SeatingProvider,
  { id, provider_identifier }: Pick<SeatedDate, 'id' | 'provider_identifier'>,
  db: Database,
): Promise<FreeSeat[]> {
  const free = await askProvider(provider, provider_identifier)
  // Read last, because the provider's answer may have taken a while.
  const claimed = await readClaimedLabels(db, id)
  return free.filter(({ label }) => !claimed.has(label))
}

/**
 * Lists the free seats of a provider's event. Simultaneous requests share one call, and a list answers for two seconds, so
 * that many open pages do not ask the provider many times.
 */
function askProvider(provider: SeatingProvider, event: string): Promise<FreeSeat[]> {
  const ofProvider = listed.get(provider) ?? new Map<string, Listed>()
  listed.set(provider, ofProvider)
  const known = ofProvider.get(event)
  if (known && (known.isPending || performance.now() - known.startedAt < listLife)) return known.seats
  const asked: Listed = { startedAt: performance.now(), isPending: true, seats: provider.listFree(event) }
  ofProvider.set(event, asked)
  asked.seats.then(
    () => (asked.isPending = false),
    () => ofProvider.delete(event),
  )
  return asked.seats
}
