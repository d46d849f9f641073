import { CompiledQuery, sql } from 'kysely'

import type { Config } from '#server/config.ts'
import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'
import type { PlaceStatus } from '#server/database/tables.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'

import { isOnSale } from './sale-times.ts'

/** A visitor's place in the waiting room of an event. */
export interface Place {
  id: string
  user_id: string | null
  status: PlaceStatus
  /** Its order in the line; null until it is drawn. */
  number: number | null
  told_minutes: number | null
  admitted_until: Date | null
  /** It was not seen for so long that it should be noted that it is. */
  is_stale: boolean
  /** Admitted, and not expired. */
  is_admitted: boolean
  /** Its admission is used for another basket, in another browser of the same account. */
  is_elsewhere: boolean
}

/** How often a place is noted as seen at most, in seconds: bounds the writes, however often its page asks. */
const seenEvery = 20

// Both look at one row: as conditions on `sales`, the planner may read all holds instead, whose number it does not know.
/** SQL: the sale of a place `p` is reserved and not paid. */
export const isReserved = `coalesce(
  (select s.held_until is not null and s.paid_at is null from sales s where s.id = p.sale_id), false)`

/** SQL: the sale of a place `p` is paid. */
export const isPaid = `coalesce((select s.paid_at is not null from sales s where s.id = p.sale_id), false)`

/** SQL: a browser has the basket of a place `p`, or its tickets are reserved. A basket that was left binds no admission. */
export const isInUse = `(exists (select from sessions x where x.sale_id = p.sale_id) or ${isReserved})`

/** SQL: a place `p` is admitted, its sale is not paid, and it has not expired. */
export const isAdmitted = `p.status = 'admitted' and not ${isPaid} and (p.admitted_until > shop_now() or ${isReserved})`

/** SQL: the status of a place `p`, also before the job has noted that its sale is paid. */
const status = `case when p.status = 'admitted' and ${isPaid} then 'bought' else p.status end`

const isElsewhere = `p.sale_id is not null and p.sale_id is distinct from k.sale_id and ${isInUse}`

// The best place first: that of the account, or that which this browser has reserved with. A place of another account that was
// signed in here before is not this visitor's.
const statement = `select k.number::int as key, p.id, p.user_id, ${status} as status, p.number::float8 as number, p.told_minutes,
    p.admitted_until,
    p.seen_at < n.at - make_interval(secs => ${seenEvery}) as is_stale,
    ${isAdmitted} as is_admitted,
    ${isElsewhere} as is_elsewhere
  from (select shop_now() as at offset 0) n
  cross join unnest($1::text[], $2::uuid[], $3::uuid[], $4::uuid[])
    with ordinality k(event_id, session_id, user_id, sale_id, number)
  cross join lateral (
    select * from waiting_room_places p
    where p.event_id = k.event_id and (p.user_id = k.user_id
      or (p.session_id = k.session_id and (p.user_id is null or k.user_id is null)))
    order by p.status = 'admitted' desc, ${isElsewhere},
      p.status = 'waiting' desc, p.number, p.id limit 1
  ) p`

interface Key {
  session: Session
  eventId: string
}

async function readPlaces(db: Database, keys: Key[]): Promise<(Place | null)[]> {
  const { rows } = await db.executeQuery<Place & { key: number }>(
    CompiledQuery.raw(statement, [
      keys.map(({ eventId }) => eventId),
      keys.map(({ session }) => session.id),
      keys.map(({ session }) => session.userId),
      keys.map(({ session }) => session.saleId),
    ]),
  )
  const places = new Map(rows.map(({ key, ...place }) => [key, place]))
  return keys.map((_, i) => places.get(i + 1) ?? null)
}

const readers = new WeakMap<Database, (key: Key) => Promise<Place | null>>()

/** Reads the place of a visitor, of simultaneous visitors in one statement; null without one. */
export function readPlace(db: Database, session: Session, eventId: string): Promise<Place | null> {
  const reader = readers.get(db) ?? batched((keys: Key[]) => readPlaces(db, keys), { max: 128, atOnce: 2 })
  readers.set(db, reader)
  return reader({ session, eventId })
}

interface JoinContext {
  db: Database
  config: Pick<Config, 'secrets' | 'waitingRoomPlacesOfAddress'>
  session: Session
  clientAddress: string
}

/**
 * Gives a visitor a place in the waiting room of an event, unless they have one that still counts; after one that is over, only
 * if they join `again`. Before the sale opens it gets a lot, later a place behind all others. Throws `HttpError` 429 if too many have joined from this address.
 */
export async function join(
  { db, config, session, clientAddress }: JoinContext,
  eventId: string,
  { again }: { again: boolean },
): Promise<void> {
  const place = await readPlace(db, session, eventId)
  if (place && (place.status === 'waiting' || place.is_admitted || !again)) return
  const limit = { what: 'joined waiting room', who: clientAddress, withinSeconds: 3600 }
  if (
    !(await countTry(db, config.secrets.codePepper, [{ ...limit, max: config.waitingRoomPlacesOfAddress }]))
  )
    throw new HttpError(429, 'Too many people have joined from your network. Please try again later')
  await takePlaces(db, session)
  try {
    await inTransaction(db, async (trx) => {
      // An account has one place; what it had in another browser is over.
      if (session.userId)
        await trx
          .deleteFrom('waiting_room_places')
          .where('event_id', '=', eventId)
          .where('user_id', '=', session.userId)
          .where('session_id', 'is distinct from', session.id)
          .where('status', 'in', ['bought', 'over', 'left'])
          .execute()
      await trx.executeQuery(
        CompiledQuery.raw(
          `insert into waiting_room_places as p (event_id, session_id, user_id, lot)
           select e.id, $2, $3, case when ${isOnSale} then null else gen_random_uuid() end
           from (select shop_now() as at offset 0) n cross join events e
           where e.id = $1 and e.waiting_room_capacity is not null
           on conflict (event_id, session_id) do update set
             user_id = excluded.user_id, status = 'waiting', lot = excluded.lot, number = null,
             joined_at = excluded.joined_at, seen_at = excluded.seen_at, is_away = false, told_minutes = null,
             admitted_until = null, ended_at = null, sale_id = null
           where p.status <> 'waiting' and not (${isAdmitted})`,
          [eventId, session.id, session.userId],
        ),
      )
    })
  } catch (error) {
    // The account has just joined in another browser, and has its place.
    if (!isDuplicate(error)) throw error
  }
}

/** Notes that a place was seen, and what waiting time it was told. */
export async function noteSeen(db: Database, place: Place, minutes: number | null): Promise<void> {
  if (!place.is_stale) return
  const writer = writers.get(db) ?? batched((seen: Seen[]) => writeSeen(db, seen), { max: 128, atOnce: 1 })
  writers.set(db, writer)
  await writer({ id: place.id, minutes })
}

interface Seen {
  id: string
  minutes: number | null
}

const writers = new WeakMap<Database, (seen: Seen) => Promise<void>>()

/** Notes several places in one statement, except those that another request is changing. */
async function writeSeen(db: Database, seen: Seen[]): Promise<void[]> {
  await db.executeQuery(
    CompiledQuery.raw(
      `update waiting_room_places p set seen_at = shop_now(), is_away = false, told_minutes = least(p.told_minutes, k.minutes)
       from (
         select p.id, k.minutes
         from (select id, min(minutes) as minutes from unnest($1::uuid[], $2::int[]) k(id, minutes) group by id) k
         join waiting_room_places p on p.id = k.id and p.seen_at < shop_now() - make_interval(secs => ${seenEvery})
         for update of p skip locked
       ) k
       where p.id = k.id`,
      [seen.map(({ id }) => id), seen.map(({ minutes }) => minutes)],
    ),
  )
  return seen.map(() => undefined)
}

/**
 * Makes the places of a session those of the account that has signed in to it. If the account has a place of the same event already,
 * the better one stays; a second admission that tickets are reserved with stays the session's until they are paid for. Places of
 * another account that was signed in before stay with that account.
 */
export async function takePlaces(db: Database, { id, userId }: Session): Promise<void> {
  if (!userId) return
  const places = db.selectFrom('waiting_room_places').where('session_id', '=', id)
  const taken = await places
    .select('id')
    .where('user_id', 'is distinct from', userId)
    .limit(1)
    .executeTakeFirst()
  if (!taken) return
  await inTransaction(db, async (trx) => {
    // Nobody is admitted meanwhile.
    await sql`select from events
      where id in (select event_id from waiting_room_places where session_id = ${id})
      order by id for no key update`.execute(trx)
    for (const statement of [leaveToOthers, cancelWorse, bind])
      await trx.executeQuery(CompiledQuery.raw(statement, [id, userId]))
  })
}

const leaveToOthers = `update waiting_room_places set session_id = null where session_id = $1 and user_id <> $2`

const cancelWorse = `delete from waiting_room_places w using (
    select p.id, n.is_reserved, row_number() over (
      partition by p.event_id
      order by n.is_reserved desc, p.status = 'admitted' desc, p.status = 'waiting' desc, p.number, p.lot, p.joined_at, p.id
    ) as rank
    from waiting_room_places p cross join lateral (select ${isReserved} and p.status = 'admitted' as is_reserved) n
    where (p.session_id = $1 and p.user_id is null) or p.user_id = $2
  ) p where w.id = p.id and p.rank > 1 and not p.is_reserved`

const bind = `update waiting_room_places p set user_id = $2
  where p.session_id = $1 and p.user_id is null
    and not exists (select from waiting_room_places o where o.event_id = p.event_id and o.user_id = $2)`

function isDuplicate(error: unknown): boolean {
  return (error as { code?: string }).code === '23505'
}
