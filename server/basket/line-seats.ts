import type { Selectable } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import { shopNowPlus } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'

/** How long an unreserved basket keeps its seats, in seconds. */
export const basketSeconds = 15 * 60

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

/** Locks the seats that the shop holds for a sale, in the order in which others lock them, too. */
export const lockHeldSeats = (trx: Transaction, saleId: string): Promise<SeatKey[]> =>
  trx
    .selectFrom('seat_claims')
    .select(['event_date_id', 'label'])
    .where('sale_id', '=', saleId)
    .where('status', '=', 'held')
    .orderBy('event_date_id')
    .orderBy('label')
    .forUpdate()
    .execute()

/**
 * Keeps the seats that the shop holds for a locked sale for as long as a basket does, or longer if they are: a hold that has ended may
 * have outlasted their time.
 */
export async function keepSeatsInBasket(trx: Transaction, saleId: string): Promise<void> {
  await lockHeldSeats(trx, saleId)
  await trx
    .updateTable('seat_claims')
    .set(({ fn }) => ({ kept_until: fn<Date>('greatest', ['kept_until', shopNowPlus(basketSeconds)]) }))
    .where('sale_id', '=', saleId)
    .where('status', '=', 'held')
    .execute()
}
