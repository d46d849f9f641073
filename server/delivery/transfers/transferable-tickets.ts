import { isPast } from '#server/catalogue/is-past.ts'
import type { Database } from '#server/database/connect.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Transfer } from './read-transfer.ts'

/**
 * Selects an order's tickets that its buyer can still transfer: not seated, not posted, paid in full, not void, not
 * used at the door, for an event that is not over, and not somebody else's already [XFER-34].
 */
export function transferableTickets(db: Database, saleId: string) {
  return db
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .where('tickets.sale_id', '=', saleId)
    .where('tickets.transfer_id', 'is', null)
    .where('ticket_types.deliverable', '=', false)
    .where('event_dates.seating_plan', 'is', null)
    .where(({ not }) => not(isPast))
    .where(({ or, eb }) =>
      or([eb('tickets.is_on_plan', '=', false), eb('tickets.released_at', 'is not', null)]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('admissions').select('ticket_id').whereRef('ticket_id', '=', 'tickets.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('voided_codes').select('code').whereRef('voided_codes.code', '=', 'tickets.code')),
      ),
    )
}

/** Tickets of one kind and date that their buyer can still offer. */
export type TransferableLine = Awaited<ReturnType<typeof readTransferable>>[number]

/**
 * Reads the kinds of an order's tickets that its buyer can transfer, soonest first, with how many are left beside those that are
 * offered, now or as gifts later [XFER-25].
 */
export async function readTransferable(db: Database, saleId: string) {
  const lines = await transferableTickets(db, saleId)
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select([
      'ticket_types.id',
      'ticket_types.name',
      'events.title',
      'events.picture',
      'event_dates.starts_at',
    ])
    .select(({ fn, selectFrom, lit }) => [
      fn.countAll<number>().as('owned'),
      selectFrom('transfers')
        .select(({ fn }) => fn.coalesce(fn.sum<string>('qty'), lit(0)).as('qty'))
        .where('transfers.sale_id', '=', saleId)
        .whereRef('transfers.ticket_type_id', '=', 'ticket_types.id')
        .where('status', '=', 'offered')
        .as('offered'),
    ])
    .groupBy(['ticket_types.id', 'events.id', 'event_dates.id'])
    .orderBy('event_dates.starts_at')
    .orderBy('ticket_types.id')
    .execute()
  return lines.map(({ owned, offered, ...line }) => ({ ...line, left: owned - Number(offered) }))
}

/** Returns whether the sender still has the tickets, beside those that they have offered to others. */
export async function hasTicketsFor(
  trx: Transaction,
  { sale_id, ticket_type_id, qty }: Transfer,
): Promise<boolean> {
  const { owned } = await transferableTickets(trx, sale_id)
    .select(({ fn }) => fn.countAll<number>().as('owned'))
    .where('tickets.ticket_type_id', '=', ticket_type_id)
    .executeTakeFirstOrThrow()
  const { offered } = await trx
    .selectFrom('transfers')
    .select(({ fn, lit }) => fn.coalesce(fn.sum<string>('qty'), lit(0)).as('offered'))
    .where('sale_id', '=', sale_id)
    .where('ticket_type_id', '=', ticket_type_id)
    .where('status', '=', 'offered')
    .where('token_hash', 'is not', null)
    .executeTakeFirstOrThrow()
  return owned - Number(offered) >= qty
}
