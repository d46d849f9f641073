import type { Transaction } from '#server/database/transaction.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import { isPast } from '#server/catalogue/is-past.ts'
import { readSaleSeats, type SeatKey } from '#server/basket/line-seats.ts'
import { freeSeats } from '#server/seats/claims.ts'
import { seatName } from '#src/seats/rules/seats.ts'

/** A ticket of an order, and what matters when it is refunded. */
export type RefundTicket = Awaited<ReturnType<typeof readRefundTickets>>[number]

/** Reads the tickets of an order, in the order in which its pages list them. */
export function readRefundTickets(trx: Transaction, saleId: string) {
  return trx
    .selectFrom('tickets')
    .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .leftJoin('voided_codes', 'voided_codes.code', 'tickets.code')
    .leftJoin('admissions', 'admissions.ticket_id', 'tickets.id')
    .leftJoin('transfers', 'transfers.id', 'tickets.transfer_id')
    .select([
      'tickets.id',
      'tickets.code',
      'tickets.seat',
      'tickets.copy',
      'tickets.ticket_type_id',
      'ticket_types.name',
      'ticket_types.pool_id',
      'ticket_types.event_date_id',
      'transfers.id as transfer_id',
      'transfers.email as holder_email',
    ])
    .select((eb) => [
      eb('voided_codes.code', 'is not', null).$castTo<boolean>().as('is_void'),
      eb('admissions.ticket_id', 'is not', null).$castTo<boolean>().as('is_used'),
      isPast.as('is_past'),
    ])
    .where('tickets.sale_id', '=', saleId)
    .orderBy('ticket_types.position')
    .orderBy('tickets.ticket_type_id')
    .orderBy('copy')
    .execute()
}

/** Locks the tickets of an order, so that the door admits none of them meanwhile. */
export async function lockTickets(trx: Transaction, saleId: string): Promise<void> {
  await trx
    .selectFrom('tickets')
    .select('id')
    .where('sale_id', '=', saleId)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * Voids tickets of a locked order. Those that nobody has used, of a date that is not over, go on sale again, numbered seats
 * too. Call it once for a ticket: see `is_void`.
 */
export async function voidTickets(trx: Transaction, saleId: string, tickets: RefundTicket[]): Promise<void> {
  if (tickets.length === 0) return
  await trx
    .insertInto('voided_codes')
    .values(tickets.map(({ id, code }) => ({ code, ticket_id: id, reason: 'refunded' as const })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const sellable = tickets.filter(({ is_used, is_past }) => !is_used && !is_past)
  await freeSeats(trx, saleId, await seatsOf(trx, saleId, sellable))
  const pools = Map.groupBy(sellable, ({ pool_id }) => pool_id)
  for (const [poolId, { length }] of [...pools].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    await lockingRow(trx, `pool ${poolId}`, () =>
      trx
        .updateTable('pools')
        .set((eb) => ({ sold: eb.fn<number>('greatest', [eb('sold', '-', length), eb.lit(0)]) }))
        .where('id', '=', poolId)
        .execute(),
    )
}

/** The numbered seats of tickets; a ticket has the name of its seat only. */
async function seatsOf(trx: Transaction, saleId: string, tickets: RefundTicket[]): Promise<SeatKey[]> {
  if (tickets.every(({ seat }) => seat === '')) return []
  const seats = await readSaleSeats(trx, saleId)
  return seats.filter((seat) =>
    tickets.some(
      (ticket) =>
        ticket.event_date_id === seat.event_date_id &&
        ticket.seat === seatName({ ...seat, row: seat.row_name }),
    ),
  )
}
