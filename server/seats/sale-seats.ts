import type { SeatKey } from '#server/basket/line-seats.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** Removes seats from a locked sale; a line without seats goes too. The provider is told by `syncSeats`. */
export async function dropSeats(trx: Transaction, saleId: string, seats: SeatKey[]): Promise<void> {
  for (const { event_date_id, label } of seats) {
    const gone = await trx
      .deleteFrom('sale_seats')
      .where('sale_id', '=', saleId)
      .where('event_date_id', '=', event_date_id)
      .where('label', '=', label)
      .returning('ticket_type_id')
      .executeTakeFirst()
    if (!gone) continue
    const line = { sale_id: saleId, ticket_type_id: gone.ticket_type_id }
    const { numDeletedRows } = await trx
      .deleteFrom('sale_tickets')
      .where('sale_id', '=', line.sale_id)
      .where('ticket_type_id', '=', line.ticket_type_id)
      .where('qty', '=', 1)
      .executeTakeFirst()
    if (numDeletedRows === 0n)
      await trx
        .updateTable('sale_tickets')
        .set((eb) => ({ qty: eb('qty', '-', 1) }))
        .where('sale_id', '=', line.sale_id)
        .where('ticket_type_id', '=', line.ticket_type_id)
        .execute()
  }
}

/** Whether a seat is one of the given ones. */
export function includesSeat(seat: SeatKey, seats: SeatKey[]): boolean {
  return seats.some((one) => one.event_date_id === seat.event_date_id && one.label === seat.label)
}
