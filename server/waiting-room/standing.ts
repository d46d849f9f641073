import type { Database } from '#server/database/connect.ts'
import type { Session } from '#server/http/session.ts'

import { countAhead, estimateMinutes, readLine, type Line } from './line.ts'
import { noteSeen, readPlace, type Place } from './places.ts'

/** What a visitor is told. `next` is in how many seconds the page asks again; null if nothing will change. */
export type Standing = { next: number | null } & (
  | {
      kind:
        /** The event has no waiting room. */
        | 'open'
        /** It is their turn. */
        | 'admitted'
        /** It is, in another browser. */
        | 'elsewhere'
        | 'bought'
        /** They did not reserve or pay in time. */
        | 'over'
        /** They were away for too long. */
        | 'left'
        /** They have no place. */
        | 'outside'
        | 'sold_out'
        /** The sale is over. */
        | 'closed'
        /** Their place is not drawn yet. */
        | 'drawing'
    }
  | { kind: 'lobby'; opensAt: Date; others: number }
  | Waiting
)

export interface Waiting {
  kind: 'waiting'
  /** How many are ahead; of more than a thousand by the hundred. */
  ahead: number
  isMore: boolean
  /** How long they wait, in minutes; null if that cannot be told. */
  minutes: number | null
  /** That is longer than they were told before. */
  isLonger: boolean
  /** Nobody is admitted for now. */
  isPaused: boolean
  /** All places are in other buyers' baskets. */
  isHeld: boolean
}

/** Reads where a visitor stands, and notes that they were seen. */
export async function readStanding(
  db: Database,
  session: Session,
  eventId: string,
  line: Line,
): Promise<Standing> {
  const place = await readPlace(db, session, eventId)
  const standing = standingOf(line, place)
  if (place?.status === 'waiting')
    await noteSeen(db, place, standing.kind === 'waiting' ? standing.minutes : null)
  return standing
}

/** The event's waiting room, and where a visitor stands in it; null if there is no such event. */
export async function visitRoom(db: Database, session: Session, eventId: string) {
  const line = await readLine(db, eventId)
  return line && { line, standing: await readStanding(db, session, eventId, line) }
}

function standingOf(line: Line, place: Place | null): Standing {
  if (line.capacity === null) return { kind: 'open', next: null }
  if (place?.is_admitted) return { kind: place.is_elsewhere ? 'elsewhere' : 'admitted', next: null }
  if (line.is_on_sale && line.unsold <= 0) return { kind: 'sold_out', next: null }
  if (!line.is_on_sale && line.opens_at === null) return { kind: 'closed', next: null }
  if (!place) return { kind: 'outside', next: null }
  // It has expired, although the job has not noted it yet.
  if (place.status === 'admitted') return { kind: 'over', next: null }
  if (place.status !== 'waiting') return { kind: place.status, next: null }
  return waitingOf(line, place)
}

function waitingOf(line: Line, { number, told_minutes }: Place): Standing {
  const { now, opens_at, waiting, capacity, left } = line
  if (!line.is_on_sale && opens_at && number === null) {
    const seconds = (opens_at.getTime() - now.getTime()) / 1000
    return {
      kind: 'lobby',
      opensAt: opens_at,
      others: Math.max(0, waiting - 1),
      next: pace(waiting, seconds + 2),
    }
  }
  const ahead = number === null ? null : countAhead(line, number)
  if (!ahead) return { kind: 'drawing', next: pace(waiting, 2) }
  const isPaused = capacity === 0
  const isHeld = left <= 0
  const minutes = isPaused || isHeld ? null : estimateMinutes(line, ahead)
  return {
    kind: 'waiting',
    ahead: ahead.count,
    isMore: ahead.isMore,
    minutes,
    isLonger: minutes !== null && told_minutes !== null && minutes > told_minutes,
    isPaused,
    isHeld,
    next: pace(waiting, ahead.count < 20 ? 5 : minutes === null ? 15 : minutes * 6),
  }
}

/** How many visitors may ask in a second, together. */
const asksPerSecond = 400

/** In how many seconds to ask again: when it is wanted, but not sooner than all who wait may, nor later than a minute. */
function pace(waiting: number, wanted: number): number {
  return Math.round(Math.min(60, Math.max(2, Math.min(30, wanted), waiting / asksPerSecond)))
}
