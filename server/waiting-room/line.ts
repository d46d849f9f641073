import { CompiledQuery } from 'kysely'

import type { Database } from '#server/database/connect.ts'

import { isAdmitted, isReserved } from './places.ts'
import { datesOnSale, isOnSale, opensAt } from './sale-times.ts'

/** The waiting room of an event at a moment: what everybody is told, and where the numbers stand. */
export interface Line {
  title: string
  picture: string
  venue_name: string
  /** The next date of the event; null if all are past. */
  starts_at: Date | null
  /** Null if the event has no waiting room (any more). */
  capacity: number | null
  minutes: number
  /** Shop time of this reading. */
  now: Date
  is_on_sale: boolean
  /** When the sale opens; null if it does not. */
  opens_at: Date | null
  /** Places that nobody holds or has bought. */
  left: number
  /** Places that nobody has bought. */
  unsold: number
  /** How many could be admitted at once. */
  free: number
  /** How many wait, also before the draw. */
  waiting: number
  /** The highest number. */
  last: number | null
  /** Numbers with their ranks in the line: each of the first thousand, then every hundredth. */
  marks: [number: number, rank: number][]
  /** How many admissions ended in `measuredMinutes`: as many were admitted for them, or will be. */
  ended: number
}

/** Over how long the pace of the line is measured, in minutes. */
const measuredMinutes = 5

/** As many must have ended before the pace is told. */
const leastMeasured = 3

/** Whose rank is told exactly; the others' by the hundred. */
const exactUpTo = 1000

/** How long a reading is used at least, in milliseconds; and at least 20 times as long as it took. */
const freshMs = 1000

const statement = `select e.title, e.picture, e.venue_name, e.waiting_room_capacity as capacity,
    e.waiting_room_minutes as minutes, n.at as now,
    (select min(d.starts_at) from event_dates d where d.event_id = e.id and d.published and d.starts_at > n.at) as starts_at,
    ${isOnSale} as is_on_sale, ${opensAt} as opens_at, stock.left, stock.unsold,
    greatest(0, least(e.waiting_room_capacity - inside.count, stock.left - inside.seeking))::int as free,
    line.count + undrawn.count as waiting, line.last, line.marks,
    (select count(*)::int from waiting_room_places p where p.event_id = e.id
      and p.ended_at > n.at - make_interval(mins => ${measuredMinutes})) as ended
  from (select shop_now() as at offset 0) n
  cross join events e
  cross join lateral (
    select coalesce(sum(greatest(0, l.capacity - l.held - l.sold)), 0)::int as left,
      coalesce(sum(l.capacity - l.sold), 0)::int as unsold
    from event_dates d join pools l on l.event_date_id = d.id where d.event_id = e.id and ${datesOnSale('d')}
  ) stock
  cross join lateral (
    select count(*) as count, count(*) filter (where not ${isReserved}) as seeking
    from waiting_room_places p where p.event_id = e.id and ${isAdmitted}
  ) inside
  cross join lateral (
    select count(*)::int as count, max(r.number)::float8 as last,
      coalesce(json_agg(json_build_array(r.number, r.rank) order by r.rank)
        filter (where r.rank <= ${exactUpTo} or r.rank % 100 = 0), '[]') as marks
    from (
      select number, row_number() over (order by number) as rank
      from waiting_room_places p where p.event_id = e.id and p.status = 'waiting' and p.number is not null
    ) r
  ) line
  cross join lateral (
    select count(*)::int as count from waiting_room_places p
    where p.event_id = e.id and p.status = 'waiting' and p.number is null
  ) undrawn
  where e.id = $1 and e.published`

/** A reading and until when it is used, by `performance.now()`. */
interface Reading {
  line: Promise<Line | null>
  until: number
}

type Readings = WeakMap<Database, Map<string, Reading>>

const inside: Readings = new WeakMap()
const outside: Readings = new WeakMap()

/**
 * Reads the line of an event for those in its waiting room, at most once a second however many ask: the statement counts everybody
 * who waits. Null if there is no such event.
 */
export const readLine = (db: Database, eventId: string) => readAtMost(inside, db, eventId)

/**
 * Reads the line of an event, just as often, for those who may join it: as a reading of their own, so that whoever joins after it is
 * in the next one of `readLine`.
 */
export const readLineOutside = (db: Database, eventId: string) => readAtMost(outside, db, eventId)

function readAtMost(readings: Readings, db: Database, eventId: string): Promise<Line | null> {
  const known = readings.get(db) ?? new Map<string, Reading>()
  readings.set(db, known)
  const before = known.get(eventId)
  if (before && performance.now() < before.until) return before.line
  const begin = performance.now()
  const reading: Reading = { line: read(db, eventId), until: Infinity }
  known.set(eventId, reading)
  const end = () => {
    const took = performance.now() - begin
    reading.until = performance.now() + Math.max(freshMs, 20 * took)
  }
  reading.line.then(
    (line) => (line ? end() : known.delete(eventId)),
    () => known.delete(eventId),
  )
  return reading.line
}

async function read(db: Database, eventId: string): Promise<Line | null> {
  const { rows } = await db.executeQuery<Line>(CompiledQuery.raw(statement, [eventId]))
  return rows[0] ?? null
}

/** How many are ahead of a number; `isMore` if it is more than that, by less than a hundred. */
export interface Ahead {
  count: number
  isMore: boolean
}

/** Counts who is ahead of a number; null if it was drawn after the reading. */
export function countAhead({ marks, last }: Line, number: number): Ahead | null {
  if (number > (last ?? 0)) return null
  let [low, high] = [0, marks.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (marks[middle]![0] < number) low = middle + 1
    else high = middle
  }
  // All marks before `low` have lower numbers.
  const before = marks[low - 1]?.[1] ?? 0
  return before < exactUpTo
    ? { count: before, isMore: false }
    : { count: Math.floor(before / 100) * 100, isMore: true }
}

/** Steps in which waiting times are told, in minutes. */
const steps = [1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90]

/**
 * Estimates how long somebody waits behind so many, in whole minutes, from the pace of the last minutes; null if too few have
 * gone through to tell.
 */
export function estimateMinutes({ ended }: Line, { count }: Pick<Ahead, 'count'>): number | null {
  if (ended < leastMeasured) return null
  const minutes = ((count + 1) / ended) * measuredMinutes
  return steps.find((step) => minutes <= step) ?? Math.ceil(minutes / 60) * 60
}
