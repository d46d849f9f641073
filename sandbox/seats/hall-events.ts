import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import type { Hall } from '#sandbox/halls/hall.ts'
import { hallNamed, seededEvent } from '#sandbox/halls/halls.ts'

import { SeatsError } from './seats-error.ts'

/** An event in a hall, at a version of its seats. */
export interface HallEvent {
  key: string
  hall: Hall
  version: number
}

/** The state of a seat; without one it is free. */
export interface SeatState {
  label: string
  status: string
  hold_token: string | null
  order_id: string | null
  ticket_type: string | null
}

const notFound = (key: string) => new SeatsError(404, 'EVENT_NOT_FOUND', `Event not found: ${key}`)

/** Makes an event in a hall. Throws `SeatsError`. */
export async function createEvent(db: Database, key: string, hallKey: string): Promise<HallEvent> {
  const hall = hallNamed(hallKey)
  if (!hall) throw new SeatsError(404, 'CHART_NOT_FOUND', `Chart not found: ${hallKey}`)
  await inTransaction(db, (trx) => insertEvent(trx, key, hall, []))
  return { key, hall, version: 0 }
}

async function insertEvent(trx: Transaction, key: string, hall: Hall, sold: string[]): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sandbox_hall_events')
    .values({ key, hall: hall.key })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows || sold.length === 0) return
  const booked = { event_key: key, status: 'booked', version: 0 }
  await trx
    .insertInto('sandbox_seats')
    .values(sold.map((label) => ({ ...booked, label })))
    .execute()
}

/** Returns an event with its expired holds released. Throws `SeatsError`. */
export async function readEvent(db: Database, key: string): Promise<HallEvent> {
  const row = await db
    .selectFrom('sandbox_hall_events')
    .select(['hall', 'version'])
    .select(
      expiredSeats(db, key)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('expired'),
    )
    .where('key', '=', key)
    .executeTakeFirst()
  const hall = row && hallNamed(row.hall)
  if (!hall || row.expired) return inTransaction(db, (trx) => lockEvent(trx, key))
  return { key, hall, version: row.version }
}

/**
 * Locks an event until the end of the transaction, and releases its expired holds. All changes of an event's seats hold
 * this lock. Throws `SeatsError`.
 */
export async function lockEvent(trx: Transaction, key: string): Promise<HallEvent> {
  const read = () =>
    trx
      .selectFrom('sandbox_hall_events')
      .select(['hall', 'version'])
      .where('key', '=', key)
      .forUpdate()
      .executeTakeFirst()
  let row = await read()
  const seeded = row ? null : seededEvent(key)
  if (seeded) {
    await insertEvent(trx, key, seeded.hall, seeded.sold)
    row = await read()
  }
  const hall = row && hallNamed(row.hall)
  if (!hall) throw notFound(key)
  const event: HallEvent = { key, hall, version: row?.version ?? 0 }
  const expired = await expiredSeats(trx, key).select('label').execute()
  if (expired.length > 0)
    await writeSeats(
      trx,
      event,
      expired.map(({ label }) => freeSeat(label)),
    )
  return event
}

const expiredSeats = (db: Database, key: string) =>
  db
    .selectFrom('sandbox_seats')
    .innerJoin('sandbox_hold_tokens', 'sandbox_hold_tokens.token', 'sandbox_seats.hold_token')
    .where('event_key', '=', key)
    .where('expires_at', '<=', shopNow)

/** Returns the states of seats by label, of all or of the given ones. */
export async function readSeats(
  db: Database,
  event: HallEvent,
  labels?: string[],
): Promise<Map<string, SeatState>> {
  const rows = await db
    .selectFrom('sandbox_seats')
    .select(['label', 'status', 'hold_token', 'order_id', 'ticket_type'])
    .where('event_key', '=', event.key)
    .$if(labels !== undefined, (query) => query.where('label', '=', ({ fn, val }) => fn.any(val(labels))))
    .execute()
  return new Map(rows.map((row) => [row.label, row]))
}

/** Returns the states that have changed since a version, that of seats released since then included. */
export async function readChanges(db: Database, event: HallEvent, since: number) {
  return db
    .selectFrom('sandbox_seats')
    .select(['label', 'status', 'hold_token', 'order_id', 'ticket_type', 'version'])
    .where('event_key', '=', event.key)
    .where('version', '>', since)
    .execute()
}

/** Writes new states as the next version of a locked event. */
export async function writeSeats(trx: Transaction, event: HallEvent, states: SeatState[]): Promise<void> {
  event.version++
  await trx
    .updateTable('sandbox_hall_events')
    .set({ version: event.version })
    .where('key', '=', event.key)
    .execute()
  await trx
    .insertInto('sandbox_seats')
    .values(states.map((state) => ({ ...state, event_key: event.key, version: event.version })))
    .onConflict((conflict) =>
      conflict.columns(['event_key', 'label']).doUpdateSet((eb) => ({
        status: eb.ref('excluded.status'),
        hold_token: eb.ref('excluded.hold_token'),
        order_id: eb.ref('excluded.order_id'),
        ticket_type: eb.ref('excluded.ticket_type'),
        version: eb.ref('excluded.version'),
      })),
    )
    .execute()
}

export function freeSeat(label: string): SeatState {
  return { label, status: 'free', hold_token: null, order_id: null, ticket_type: null }
}
