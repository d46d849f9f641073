import { shopNow } from '#server/database/shop-time.ts'
import type { Reader } from '#server/database/connect.ts'
import type { Currency } from '#server/database/tables.ts'
import type { Work } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import {
  addSeats,
  readSaleSeats,
  renewChartTokens,
  seatName,
  type SaleSeat,
} from '#server/seats/sale-seats.ts'

import { beginChange, rememberTotal } from './change-basket.ts'
import { assertWithinLimit, mostLines, mostPerLine } from './line-limits.ts'
import { readBasket, type Sale } from './read-basket.ts'
import { noSuchTicket, type Wanted, type WantedTicket, type WantedVoucher } from './read-wanted.ts'
import { isPaying, messages } from './sale.ts'

/** A seat to add, which exists and may be sold with its ticket type. */
export type NewSeat = Omit<SaleSeat, 'sale_id'>

/** What was added: to which sale, and the seats that it did not have before. */
export interface Added {
  saleId: string
  seats: NewSeat[]
}

/**
 * Adds lines to the session's basket, with their seats. Seats that the basket has already are not added again, because a request
 * may be repeated; the chart may hold them anew if the basket no longer kept them. Throws `HttpError`.
 */
export async function addLines(
  trx: Work,
  session: Session,
  wanted: Wanted,
  seats: NewSeat[],
): Promise<Added> {
  const sale = await openBasket(trx, session)
  const own = await readSaleSeats(trx, sale.id)
  const added: Added = { saleId: sale.id, seats: seats.filter((seat) => !hasSeat(own, seat)) }
  await renewChartTokens(
    trx,
    sale.id,
    seats.filter((seat) => !added.seats.includes(seat)),
  )
  if (seats.length > 0 && added.seats.length === 0) return added
  await beginChange(trx, sale)
  const currency = sale.currency ?? (await firstCurrency(trx, wanted))
  await trx.updateTable('sales').set({ currency }).where('id', '=', sale.id).execute()
  let isOtherCurrency = false
  const lines = new Set<string>()
  for (const ticket of wanted.tickets) {
    const type = await findTicket(trx, ticket)
    const labels = ticket.seats.map(seatName)
    const chosen = added.seats.filter(
      ({ ticket_type_id, label }) => ticket_type_id === type.id && labels.includes(label),
    )
    const qty = type.is_seated ? chosen.length : ticket.qty
    if (type.currency !== currency) isOtherCurrency = true
    else if (qty > 0) {
      await addTicket(trx, sale.id, type.id, qty)
      await addSeats(
        trx,
        chosen.map((seat) => ({ ...seat, sale_id: sale.id })),
      )
      lines.add(type.id)
    }
  }
  for (const voucher of wanted.vouchers)
    if (!(await addVoucher(trx, sale.id, currency, voucher))) isOtherCurrency = true
  await trx
    .updateTable('sales')
    .set({ had_mismatching_currencies: isOtherCurrency })
    .where('id', '=', sale.id)
    .execute()
  const { tickets, vouchers } = await readBasket(trx, sale.id)
  if (tickets.length + vouchers.length > mostLines)
    throw new HttpError(422, `A basket can hold at most ${mostLines} different items`)
  for (const line of tickets) if (lines.has(line.ticket_type_id)) assertWithinLimit(line, tickets)
  await rememberTotal(trx, sale.id)
  return { ...added, seats: added.seats.filter((seat) => lines.has(seat.ticket_type_id)) }
}

/** Whether a basket has a seat. Throws `HttpError` 409 if it has it with another ticket type. */
function hasSeat(own: SaleSeat[], { event_date_id, label, ticket_type_id }: NewSeat): boolean {
  const same = own.find((seat) => seat.event_date_id === event_date_id && seat.label === label)
  if (same && same.ticket_type_id !== ticket_type_id)
    throw new HttpError(409, `Seat ${label} is already in your basket, with another ticket`)
  return same !== undefined
}

/** Locks the session's open basket, or creates one if there is none or the last one is paid. Throws `HttpError` 409. */
async function openBasket(trx: Work, session: Session): Promise<Sale> {
  // Locks the session, so that two simultaneous first additions create one basket.
  const { sale_id } = await trx
    .selectFrom('sessions')
    .select('sale_id')
    .where('id', '=', session.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const current = await trx
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', sale_id)
    .forUpdate()
    .executeTakeFirst()
  if (current && !current.paid_at) {
    if (await isPaying(trx, current.id)) throw new HttpError(409, messages.paying)
    return current
  }
  const sale = await trx
    .insertInto('sales')
    .values({ session_id: session.id, user_id: session.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
  await trx.updateTable('sessions').set({ sale_id: sale.id }).where('id', '=', session.id).execute()
  return sale
}

async function firstCurrency(trx: Work, { tickets, vouchers }: Wanted): Promise<Currency> {
  const [ticket] = tickets
  if (ticket) return (await findTicket(trx, ticket)).currency
  const [voucher] = vouchers
  if (voucher) return (await findVoucher(trx, voucher)).currency
  throw noSuchTicket()
}

async function addTicket(trx: Work, saleId: string, typeId: string, count: number): Promise<void> {
  const { qty } = await trx
    .insertInto('sale_tickets')
    .values({ sale_id: saleId, ticket_type_id: typeId, qty: count })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'ticket_type_id']).doUpdateSet((eb) => ({
        qty: eb('sale_tickets.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > mostPerLine) throw new HttpError(422, `A basket can hold at most ${mostPerLine} of one ticket`)
}

async function addVoucher(
  trx: Work,
  saleId: string,
  currency: Currency,
  wanted: WantedVoucher,
): Promise<boolean> {
  const product = await findVoucher(trx, wanted)
  if (product.currency !== currency) return false
  const { qty } = await trx
    .insertInto('sale_gift_vouchers')
    .values({ sale_id: saleId, product_id: product.id, value: wanted.value, qty: wanted.qty })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'product_id', 'value']).doUpdateSet((eb) => ({
        qty: eb('sale_gift_vouchers.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > mostPerLine)
    throw new HttpError(422, `A basket can hold at most ${mostPerLine} of one gift voucher`)
  return true
}

/**
 * Finds a ticket type on sale. Throws `HttpError` 422 if there is none, or 409 if it is sold with seats and none were chosen,
 * or the other way round.
 */
export async function findTicket(db: Reader, { eventId, dateId, key, seats }: WantedTicket) {
  const ticket = await db
    .selectFrom('ticket_types')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .select([
      'ticket_types.id',
      'ticket_types.name',
      'ticket_types.seat_category',
      'event_dates.provider_identifier',
      'events.currency',
    ])
    .select(({ eb }) => eb('event_dates.seating_plan', 'is not', null).$castTo<boolean>().as('is_seated'))
    .where('ticket_types.event_id', '=', eventId)
    .where('ticket_types.event_date_id', '=', dateId)
    .where('ticket_types.key', '=', key)
    .where('events.published', '=', true)
    .where('event_dates.published', '=', true)
    .where('event_dates.starts_at', '>', shopNow)
    .executeTakeFirst()
  if (!ticket) throw noSuchTicket()
  if (ticket.is_seated && seats.length === 0) throw new HttpError(409, 'Please choose your seats first')
  if (!ticket.is_seated && seats.length > 0) throw new HttpError(409, 'This date has no seating plan')
  return ticket
}

async function findVoucher(trx: Work, { productId, value }: WantedVoucher) {
  const product = await trx
    .selectFrom('gift_voucher_products')
    .select(['id', 'currency'])
    .where('id', '=', productId)
    .where('published', '=', true)
    .where('min_value', '<=', value)
    .where('max_value', '>=', value)
    .executeTakeFirst()
  if (!product) throw new HttpError(422, 'This gift voucher is not on sale')
  return product
}
