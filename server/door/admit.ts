import type { Database } from '#server/database/connect.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'

import type { Door } from './door-links.ts'

/** What the door says to a code. `ticket` is what a steward needs to know of the ticket. */
export type Answer =
  | { answer: 'valid'; ticket: SeenTicket }
  | { answer: 'used'; ticket: SeenTicket; admittedAt: Date }
  | { answer: 'transferred' | 'refunded' | 'replaced' | 'unknown' }
  | { answer: 'unreleased' | 'wrong_date' | 'by_post'; ticket: SeenTicket }

export type SeenTicket = NonNullable<Awaited<ReturnType<typeof findTicket>>>

/** A scan: the code, and the key with which the same scan is asked again if its reply was lost. */
export interface Scan {
  code: string
  key: string
}

/**
 * Checks a code at a door, and admits its ticket if it is valid. The same scan gets the same answer again; any other scan
 * of the ticket is told when it was admitted. Throws `HttpError` 409 if the key was used for another ticket.
 */
export function admit(db: Database, door: Door, { code, key }: Scan): Promise<Answer> {
  return inTransaction(db, async (trx) => {
    const ticket = await findTicket(trx, code)
    const voided = await trx
      .selectFrom('voided_codes')
      .select('reason')
      .where('code', '=', code)
      .executeTakeFirst()
    if (voided) return { answer: voided.reason }
    if (!ticket) return { answer: 'unknown' }
    if (ticket.event_date_id !== door.eventDateId) return { answer: 'wrong_date', ticket }
    if (ticket.deliverable) return { answer: 'by_post', ticket }
    if (!ticket.released_at) return { answer: 'unreleased', ticket }
    return record(trx, door, ticket, key)
  })
}

/** Takes back the admission of a scan of this door; returns whether there was one. */
export async function undo(db: Database, door: Door, key: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('admissions')
    .where('door_link_id', '=', door.id)
    .where('scan', '=', key)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Counts the people admitted to an event date, and all who may come: refunded tickets and what goes by post do not count. */
export function countPeople(db: Database, eventDateId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .leftJoin('voided_codes', 'voided_codes.code', 'tickets.code')
    .select(({ fn }) => [
      fn.count<number>('admissions.ticket_id').as('admitted'),
      fn.count<number>('tickets.id').as('expected'),
    ])
    .where('ticket_types.event_date_id', '=', eventDateId)
    .where('ticket_types.deliverable', '=', false)
    .where('voided_codes.code', 'is', null)
    .executeTakeFirstOrThrow()
}

async function record(trx: Transaction, door: Door, ticket: SeenTicket, key: string): Promise<Answer> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('admissions')
    .values({ ticket_id: ticket.id, door_link_id: door.id, scan: key })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return { answer: 'valid', ticket }
  const admission = await trx
    .selectFrom('admissions')
    .selectAll()
    .where('ticket_id', '=', ticket.id)
    .executeTakeFirst()
  if (!admission) throw new HttpError(409, 'This scan was for another ticket. Please scan again')
  const isSameScan = admission.scan === key && admission.door_link_id === door.id
  return isSameScan
    ? { answer: 'valid', ticket }
    : { answer: 'used', ticket, admittedAt: admission.admitted_at }
}

/** Finds a ticket by its code and locks it, so that it is not transferred or refunded meanwhile. */
function findTicket(trx: Transaction, code: string) {
  return trx
    .selectFrom('tickets')
    .innerJoin('sales', 'sales.id', 'tickets.sale_id')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .leftJoin('users', 'users.id', 'tickets.user_id')
    .select(({ selectFrom }) => [
      'tickets.id',
      'tickets.copy',
      'tickets.seat',
      'tickets.is_on_plan',
      'tickets.released_at',
      'ticket_types.name as type',
      'ticket_types.deliverable',
      'ticket_types.event_date_id',
      'events.title',
      'event_dates.starts_at',
      'users.first_name',
      'users.last_name',
      'sales.guest_name',
      'tickets.transfer_id',
      selectFrom('tickets as others')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('others.sale_id', '=', 'tickets.sale_id')
        .whereRef('others.ticket_type_id', '=', 'tickets.ticket_type_id')
        .as('copies'),
    ])
    .where('tickets.code', '=', code)
    .forUpdate('tickets')
    .executeTakeFirst()
}
