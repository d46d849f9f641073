import { randomBytes } from 'node:crypto'

import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'

import { createEvent } from './seats/hall-events.ts'

/** The hall of the seated copies, and its seats. */
const hall = { key: 'theatre', seats: 607 }

/**
 * Copies an event date with its ticket types as an event of its own whose seats are numbered, so that numbered seats are sold
 * on the terms of any date: free, in express checkout, on an instalment plan. Returns the id of both the event and the date.
 */
export async function copySeated(db: Database, dateId: string): Promise<string> {
  const id = await copyDate(db, dateId, { title: 'Numbered seats', isSeated: true, capacity: hall.seats })
  await createEvent(db, id, hall.key)
  return id
}

/**
 * Copies an event date with its ticket types as an event of its own with few places, so that it can run out without touching the date
 * that everybody else buys. Returns the id of the event, the date and the pool.
 */
export const copyScarce = (db: Database, dateId: string, capacity: number) =>
  copyDate(db, dateId, { title: 'Nearly sold out', isSeated: false, capacity })

async function copyDate(
  db: Database,
  dateId: string,
  { title, isSeated, capacity }: { title: string; isSeated: boolean; capacity: number },
): Promise<string> {
  const id = `copy-${dateId}-${randomBytes(4).toString('hex')}`
  await inTransaction(db, async (trx) => {
    const date = await trx
      .selectFrom('event_dates')
      .selectAll()
      .where('id', '=', dateId)
      .executeTakeFirstOrThrow()
    const event = await trx
      .selectFrom('events')
      .selectAll()
      .where('id', '=', date.event_id)
      .executeTakeFirstOrThrow()
    const types = await trx
      .selectFrom('ticket_types')
      .selectAll()
      .where('event_date_id', '=', dateId)
      .execute()
    await trx
      .insertInto('events')
      .values({ ...event, id, title })
      .execute()
    await trx
      .insertInto('event_dates')
      .values({
        ...date,
        id,
        event_id: id,
        provider_identifier: id,
        seating_plan: isSeated ? JSON.stringify({ provider: 'seatsio' }) : null,
      })
      .execute()
    await trx.insertInto('pools').values({ id, event_date_id: id, capacity }).execute()
    for (const type of types)
      await trx
        .insertInto('ticket_types')
        .values({ ...type, id: `${id}-${type.key}`, event_id: id, event_date_id: id, pool_id: id })
        .execute()
  })
  return id
}
