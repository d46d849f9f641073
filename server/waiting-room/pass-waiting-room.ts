import { sql } from 'kysely'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import type { Session } from '#server/http/session.ts'

import { admitSoon } from './admit-next.ts'
import { isInUse, join, readPlace, type Place } from './places.ts'

interface RoomContext {
  db: Database
  config: Pick<Config, 'secrets' | 'waitingRoomPlacesOfAddress'>
  session: Session
  clientAddress: string
}

/** How long an admission lasts at least after its buyer has reserved, in seconds: the hold, and a little to edit the basket. */
const reservedSeconds = 12 * 60

/** Where the tickets of an event are chosen. */
export const ticketsPath = (eventId: string) => `/events/${eventId}/#tickets`

/** The address of an event's waiting room, which leads back to `back` once the visitor is admitted. */
export function roomAddress(eventId: string, back: string): string {
  return `/waiting-room/${eventId}/?${new URLSearchParams({ to: back })}`
}

/** Reads until when a visitor is admitted to an event with the basket that they have here; null if they are not. */
export async function admittedUntil(db: Database, session: Session, eventId: string): Promise<Date | null> {
  return turnOf(await readPlace(db, session, eventId))
}

/** Until when a place admits its visitor with the basket that they have here; null if it does not. */
export const turnOf = (place: Place | null) =>
  place?.is_admitted && !place.is_elsewhere ? place.admitted_until : null

/**
 * The gate of events with a waiting room: returns null if the visitor is admitted to all of them, and otherwise the address of the
 * waiting room in which they now have a place. With nobody waiting and a place free, whoever comes is admitted at once. Whose
 * admission or place is over gets no other one without having been told, unless they ask for it (`again`). Throws `HttpError` 429.
 */
export async function passWaitingRoom(
  context: RoomContext,
  eventIds: string[],
  { back, again = false }: { back: string; again?: boolean },
): Promise<string | null> {
  const { db, session } = context
  let closed: string | null = null
  for (const eventId of eventIds) {
    if (await useAdmission(db, session, eventId)) continue
    await join(context, eventId, { again })
    await admitSoon(db, eventId)
    if (!(await useAdmission(db, session, eventId))) closed ??= eventId
  }
  return closed && roomAddress(closed, back)
}

/**
 * Binds the visitor's admission to their basket: it admits no other. A paid order in the session is no basket; the next one is made
 * by what they add. Returns false without an admission.
 */
async function useAdmission(db: Database, session: Session, eventId: string): Promise<boolean> {
  const place = await readPlace(db, session, eventId)
  if (!place?.is_admitted || place.is_elsewhere) return false
  const used = await db
    .updateTable('waiting_room_places as p')
    .set({
      sale_id: sql`coalesce((select id from sales where id = ${session.saleId} and paid_at is null), p.sale_id)`,
      seen_at: shopNow,
    })
    .where('id', '=', place.id)
    .where('status', '=', 'admitted')
    .where(({ or, eb }) =>
      or([
        eb('p.sale_id', 'is', null),
        eb('p.sale_id', '=', session.saleId),
        sql<boolean>`not ${sql.raw(isInUse)}`,
      ]),
    )
    .executeTakeFirst()
  return used.numUpdatedRows > 0n
}

/** Lengthens the admissions of a buyer who has just reserved, so that they can edit their basket. */
export async function keepAdmissions(db: Database, saleId: string, eventIds: string[]): Promise<void> {
  await db
    .updateTable('waiting_room_places')
    .set(({ fn }) => ({
      admitted_until: fn<Date>('greatest', ['admitted_until', shopNowPlus(reservedSeconds)]),
    }))
    .where('sale_id', '=', saleId)
    .where('event_id', 'in', eventIds)
    .where('status', '=', 'admitted')
    .execute()
}
