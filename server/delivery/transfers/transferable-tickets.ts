import { isPast } from '#server/catalogue/is-past.ts'
import type { Transaction } from '#server/database/transaction.ts'

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
