import type { Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** A numbered seat of a basket's line. */
export type SaleSeat = Omit<Selectable<Tables['sale_seats']>, 'seat_number'>

/** Identifies a seat. */
export type SeatKey = Pick<SaleSeat, 'event_date_id' | 'label'>

/** Reads a sale's seats, in the order in which they were chosen. */
export function readSaleSeats(db: Database, saleId: string) {
  return db
    .selectFrom('sale_seats')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('seat_number')
    .execute()
}

/** Adds seats to lines of a locked sale. */
export async function addSeats(trx: Transaction, seats: SaleSeat[]): Promise<void> {
  if (seats.length > 0) await trx.insertInto('sale_seats').values(seats).execute()
}

/** Records under which hold tokens a buyer has chosen seats anew that a locked sale has already. */
export async function renewChartTokens(
  trx: Transaction,
  saleId: string,
  seats: (SeatKey & Pick<SaleSeat, 'chart_token'>)[],
): Promise<void> {
  for (const { event_date_id, label, chart_token } of seats)
    await trx
      .updateTable('sale_seats')
      .set({ chart_token })
      .where('sale_id', '=', saleId)
      .where('event_date_id', '=', event_date_id)
      .where('label', '=', label)
      .execute()
}
