import { isPast } from '#server/catalogue/is-past.ts'
import type { Transaction } from '#server/database/transaction.ts'

import type { Transfer } from './read-transfer.ts'

/**
 * Selects an order's tickets that its buyer can still transfer: not seated, not posted, paid in full, not void, not
 * used at the door, for an event that is not over, and not somebody else's already [XFER-34].
 */
export function transferableTickets(trx: Transaction, saleId: string) {
  return trx
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
