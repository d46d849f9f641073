import type { Transaction } from '#server/database/transaction.ts'

/** A ticket of an order, and whether its buyer still has it. */
export type OrderTicket = Awaited<ReturnType<typeof readOrderTickets>>[number]

/** Reads all tickets of an order, soonest first as in the wallet, with who has accepted them. */
export function readOrderTickets(trx: Transaction, saleId: string) {
  return trx
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .leftJoin('transfers', 'transfers.id', 'tickets.transfer_id')
    .leftJoin('voided_codes', 'voided_codes.code', 'tickets.code')
    .select([
      'tickets.id',
      'is_on_plan',
      'released_at',
      'deliverable',
      'ticket_types.name',
      'tickets.seat',
      'event_date_id',
      'transfers.name as transferred_to',
      'voided_codes.reason as void_for',
    ])
    .where('tickets.sale_id', '=', saleId)
    .orderBy('event_dates.starts_at')
    .orderBy('ticket_types.position')
    .orderBy('copy')
    .execute()
}

/** Returns whether the buyer still has the ticket: it was neither passed on nor refunded. */
export const isHeld = ({ transferred_to, void_for }: OrderTicket) =>
  transferred_to === null && void_for === null
