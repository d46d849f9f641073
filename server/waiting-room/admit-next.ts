import { CompiledQuery } from 'kysely'

import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { roomAdmissions } from '#server/monitoring/metrics.ts'

import { isPaid, isReserved } from './places.ts'
import { datesOnSale, isOnSale } from './sale-times.ts'

/** Who was not seen for so long is not admitted before they are seen again; longer than any page waits to ask. */
const presentSeconds = 150

/** After how long a place is cancelled whose visitor was not seen, in minutes. */
export const keptMinutes = 15

/** How many places get their numbers at once. A line of a million is numbered in a minute and a half, faster than it moves. */
const maxNumbered = 10_000

/**
 * How many places of an event are looked at for absent visitors each time. Those who are next come first, so the many who left a line
 * are passed over once, and not each second.
 */
const maxMarked = 1000

/**
 * Ends expired admissions, numbers those who have come, and admits the next: no more than the event carries at once, and
 * than there are tickets for. Of all events with a waiting room, or of these. Returns how many were admitted. Safe in several
 * processes: the lock of an event is held by one of them, and the others skip it.
 */
export async function admitNext(db: Database, eventIds?: string[]): Promise<number> {
  let locked: string[] = []
  const admitted = await inTransaction(db, async (trx) => {
    locked = await lockEvents(trx, eventIds)
    return admitFrom(trx, locked)
  })
  roomAdmissions.inc(admitted)
  // Afterwards, so that nobody who comes back waits for the admission.
  if (locked.length > 0) await run(db, markAway, locked)
  return admitted
}

/** Does it for events that this transaction has locked. */
export async function admitFrom(trx: Transaction, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0
  for (const statement of [endAdmissions, numberPlaces]) await run(trx, statement, ids)
  return run(trx, admit, ids)
}

const soon = new WeakMap<Database, (eventId: string) => Promise<void>>()

/** Admits the next of an event; once for all who ask while it is being done. */
export function admitSoon(db: Database, eventId: string): Promise<void> {
  const admitter = soon.get(db) ?? batched((ids: string[]) => admitAll(db, ids), { max: 10_000, atOnce: 1 })
  soon.set(db, admitter)
  return admitter(eventId)
}

async function admitAll(db: Database, eventIds: string[]): Promise<void[]> {
  await admitNext(db, [...new Set(eventIds)])
  return eventIds.map(() => undefined)
}

/** Cancels places whose visitors were not seen for long. In the lobby, before the draw, everybody keeps theirs. */
export function cancelPlaces(db: Database): Promise<number> {
  return run(
    db,
    `update waiting_room_places p set status = 'left'
      where p.status = 'waiting' and p.number is not null
        and p.seen_at < shop_now() - make_interval(mins => ${keptMinutes})`,
    [],
  )
}

/** Locks events with a waiting room in which somebody is, of these or of all, except those that another process has locked. */
export async function lockEvents(trx: Transaction, eventIds?: string[]): Promise<string[]> {
  const { rows } = await trx.executeQuery<{ id: string }>(
    CompiledQuery.raw(
      `select e.id from events e
        where e.waiting_room_capacity is not null ${eventIds ? 'and e.id = any($1::text[])' : ''}
          and exists (select from waiting_room_places p where p.event_id = e.id and p.status in ('waiting', 'admitted'))
        order by e.id for no key update of e skip locked`,
      eventIds ? [eventIds] : [],
    ),
  )
  return rows.map(({ id }) => id)
}

async function run(db: Database | Transaction, statement: string, ids: string[]): Promise<number> {
  const values = ids.length > 0 ? [ids] : []
  const { numAffectedRows = 0n } = await db.executeQuery(CompiledQuery.raw(statement, values))
  return Number(numAffectedRows)
}

const endAdmissions = `update waiting_room_places p
  set status = case when ${isPaid} then 'bought' else 'over' end, ended_at = n.at
  from (select shop_now() as at offset 0) n
  where p.event_id = any($1::text[]) and p.status = 'admitted'
    and (${isPaid} or (p.admitted_until <= n.at and not ${isReserved}))`

// Those with a lot by their lots, which are random; then those who came after the opening, as they came. `materialized`, so that
// the numbers are drawn in this order. The time after which a place is cancelled begins with the draw; whoever is away then stays
// away until they are seen.
const numberPlaces = `with next as materialized (
    select o.id, nextval('waiting_room_numbers') as number
    from (select shop_now() as at offset 0) n cross join events e
    cross join lateral (
      select p.id from waiting_room_places p where p.event_id = e.id and p.status = 'waiting' and p.number is null
      order by p.lot, p.joined_at, p.id limit ${maxNumbered}
    ) o
    where e.id = any($1::text[]) and ${isOnSale}
  )
  update waiting_room_places p set number = next.number,
    seen_at = greatest(p.seen_at, shop_now() - make_interval(secs => ${presentSeconds + 1}))
  from next where p.id = next.id`

/** SQL: the visitor of a place `w` was not seen for long. */
const isAbsent = `w.seen_at < n.at - make_interval(secs => ${presentSeconds})`

/** SQL: a place `w` has a number, and is not known to be away. */
const isInLine = `w.status = 'waiting' and w.number is not null and not w.is_away`

// Here and below, `any(array(…))` has the places found first, and only those looked up: otherwise the planner may ask for every place of
// the line whether it is among them. Whoever is noted as seen meanwhile is not waited for.
const markAway = `update waiting_room_places w set is_away = true
  from (select shop_now() as at offset 0) n
  where ${isAbsent} and w.id = any(array(
    select w.id from (select shop_now() as at offset 0) n
    cross join events e
    cross join lateral (
      select w.id from waiting_room_places w
      where w.event_id = e.id and ${isInLine} order by w.number limit ${maxMarked}
    ) f
    join waiting_room_places w on w.id = f.id and ${isAbsent}
    where e.id = any($1::text[])
    for update of w skip locked
  ))`

const admit = `update waiting_room_places p
  set status = 'admitted', admitted_until = n.at + make_interval(mins => e.waiting_room_minutes)
  from (select shop_now() as at offset 0) n, events e
  where e.id = p.event_id and p.status = 'waiting' and p.id = any(array(
    select next.id from (select shop_now() as at offset 0) n
    cross join events e
    cross join lateral (
      select count(*) as count, count(*) filter (where not ${isReserved}) as seeking
      from waiting_room_places p where p.event_id = e.id and p.status = 'admitted'
    ) inside
    cross join lateral (
      select coalesce(sum(greatest(0, l.capacity - l.held - l.sold)), 0) as left
      from event_dates d join pools l on l.event_date_id = d.id where d.event_id = e.id and ${datesOnSale('d')}
    ) stock
    cross join lateral (
      select w.id from waiting_room_places w
      where w.event_id = e.id and ${isInLine} and not ${isAbsent}
      order by w.number
      limit greatest(0, least(e.waiting_room_capacity - inside.count, stock.left - inside.seeking))::bigint
    ) next
    where e.id = any($1::text[])
  ))`
