import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { hashToken, newToken } from '#server/http/tokens.ts'

/** The door of an event date, as opened by one link. */
export interface Door {
  /** The link's id. */
  id: string
  eventDateId: string
  title: string
  startsAt: Date
}

/** Makes a link to the door of an event date, and returns its secret, of which only a hash is stored. */
export async function createDoorLink(db: Database, eventDateId: string): Promise<string> {
  const secret = newToken()
  await db
    .insertInto('door_links')
    .values({ event_date_id: eventDateId, secret_hash: hashToken(secret) })
    .execute()
  return secret
}

/** Closes all links to the door of an event date, and returns how many were open. */
export async function closeDoorLinks(db: Database, eventDateId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('door_links')
    .set({ closed_at: shopNow })
    .where('event_date_id', '=', eventDateId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Finds the door that a secret opens; undefined if there is none or its link is closed. */
export function findDoor(db: Database, secret: string): Promise<Door | undefined> {
  return db
    .selectFrom('door_links')
    .innerJoin('event_dates', 'event_dates.id', 'door_links.event_date_id')
    .innerJoin('events', 'events.id', 'event_dates.event_id')
    .select([
      'door_links.id',
      'event_dates.id as eventDateId',
      'events.title',
      'event_dates.starts_at as startsAt',
    ])
    .where('door_links.secret_hash', '=', hashToken(secret))
    .where('door_links.closed_at', 'is', null)
    .executeTakeFirst()
}

/** Path of the door page. */
export const doorPath = (secret: string) => `/door/${secret}/`
