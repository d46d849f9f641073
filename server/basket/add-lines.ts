import type { Selectable } from 'kysely'

import { money } from '#server/catalogue/price-text.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import type { Currency, Tables } from '#server/database/tables.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { addSeats, readSaleSeats, renewChartTokens, type SaleSeat } from './line-seats.ts'
import { maxPerLine } from '#src/checkout/rules/quantities.ts'
import { seatName } from '#src/seats/rules/seats.ts'

import { beginChange, rememberTotal } from './change-basket.ts'
import { assertFewLines, assertWithinLimit } from './line-limits.ts'
import { readBasket, type Sale } from './read-basket.ts'
import { noSuchTicket, type Wanted, type WantedTicket, type WantedVoucher } from './read-wanted.ts'
import { isPaying, lockSale, messages } from './sale.ts'
import { logStep } from './step-log.ts'

/** A seat to add, which exists and may be sold with its ticket type. */
export type NewSeat = Omit<SaleSeat, 'sale_id'>

/** A ticket is of an event with a waiting room, which comes first. */
export class WaitingRoomRequired extends Error {
  override name = 'WaitingRoomRequired'
  readonly ticket: WantedTicket

  constructor(ticket: WantedTicket) {
    super('Your turn for these tickets has not come, or is over. Please go to the waiting room first')
    this.ticket = ticket
  }
}

/** What was added: to which sale, and the seats that it did not have before. */
export interface Added {
  saleId: string
  seats: NewSeat[]
}

/**
 * Adds lines to the session's basket, with their seats. Seats that the basket has already are not added again, because a request
 * may be repeated; the seating plan may hold them anew if the basket no longer kept them. Throws `HttpError`, and
 * `WaitingRoomRequired` for an event with a waiting room that is not among those that the visitor is `admittedTo`. A new basket is logged with the shop's
 * `release`.
 */
export async function addLines(
  trx: Transaction,
  session: Session,
  wanted: Wanted,
  seats: NewSeat[],
  admittedTo: string[],
  release?: string,
): Promise<Added> {
  const { sale, isNew } = await openBasket(trx, session)
  const own = isNew ? [] : await readSaleSeats(trx, sale.id)
  const added: Added = { saleId: sale.id, seats: seats.filter((seat) => !hasSeat(own, seat)) }
  await renewChartTokens(
    trx,
    sale.id,
    seats.filter((seat) => !added.seats.includes(seat)),
  )
  if (seats.length > 0 && added.seats.length === 0) return added
  await beginChange(trx, sale)
  const found: { ticket: WantedTicket; type: Awaited<ReturnType<typeof findTicket>> }[] = []
  for (const ticket of wanted.tickets) found.push({ ticket, type: await findTicket(trx, ticket) })
  const currency = sale.currency ?? found[0]?.type.currency ?? (await firstCurrency(trx, wanted))
  let isOtherCurrency = false
  const lines = new Set<string>()
  for (const { ticket, type } of found) {
    if (type.waiting_room_capacity !== null && !admittedTo.includes(ticket.eventId))
      throw new WaitingRoomRequired(ticket)
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
  // The page does not report the step that it begins with.
  if (isNew) await logStep(trx, sale.id, 'basket', release)
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set({ currency, had_mismatching_currencies: isOtherCurrency })
      .where('id', '=', sale.id),
  )
  const basket = await readBasket(trx, sale.id)
  const { tickets } = basket
  assertFewLines(basket)
  for (const line of tickets) if (lines.has(line.ticket_type_id)) assertWithinLimit(line, tickets)
  await rememberTotal(trx, basket)
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
async function openBasket(trx: Transaction, session: Session): Promise<{ sale: Sale; isNew: boolean }> {
  const sale_id = await lockSession(trx, session)
  const current = sale_id === null ? undefined : await lockSale(trx, sale_id)
  if (current && !current.paid_at) {
    if (await isPaying(trx, current.id)) throw new HttpError(409, messages.paying)
    return { sale: current, isNew: false }
  }
  const sale = await trx
    .insertInto('sales')
    .values({ session_id: session.id, user_id: session.userId })
    .returningAll()
    .executeTakeFirstOrThrow()
  await defer(trx, trx.updateTable('sessions').set({ sale_id: sale.id }).where('id', '=', session.id))
  return { sale, isNew: true }
}

/** Locks the session, so that two simultaneous first additions create one basket; returns the id of its sale. */
export async function lockSession(trx: Transaction, { id }: Session): Promise<string | null> {
  const { sale_id } = await lockingRow(trx, `session ${id}`, () =>
    trx.selectFrom('sessions').select('sale_id').where('id', '=', id).forUpdate().executeTakeFirstOrThrow(),
  )
  return sale_id
}

async function firstCurrency(trx: Transaction, { vouchers }: Wanted): Promise<Currency> {
  const [voucher] = vouchers
  if (voucher) return (await findVoucher(trx, voucher)).currency
  throw noSuchTicket()
}

/** Adds tickets to their line of a sale, or a new one: the last, or that with `lineNumber`. Throws `HttpError` 422. */
export async function addTicket(
  trx: Transaction,
  saleId: string,
  typeId: string,
  count: number,
  lineNumber?: number,
): Promise<void> {
  const { qty } = await trx
    .insertInto('sale_tickets')
    .values({ sale_id: saleId, ticket_type_id: typeId, qty: count, line_number: lineNumber })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'ticket_type_id']).doUpdateSet((eb) => ({
        qty: eb('sale_tickets.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > maxPerLine) throw new HttpError(422, `A basket can hold at most ${maxPerLine} of one ticket`)
}

/**
 * Adds gift vouchers to their line of a sale, or a new one, which is the last or that with `lineNumber`, and returns their currency;
 * null, and nothing is added, if it is not the sale's. Throws `HttpError` 422.
 */
export async function addVoucher(
  trx: Transaction,
  saleId: string,
  currency: Currency | null,
  wanted: WantedVoucher,
  lineNumber?: number,
): Promise<Currency | null> {
  const product = await findVoucher(trx, wanted)
  if (currency && product.currency !== currency) return null
  const { qty } = await trx
    .insertInto('sale_gift_vouchers')
    .values({
      sale_id: saleId,
      product_id: product.id,
      value: wanted.value,
      qty: wanted.qty,
      line_number: lineNumber,
    })
    .onConflict((conflict) =>
      conflict.columns(['sale_id', 'product_id', 'value']).doUpdateSet((eb) => ({
        qty: eb('sale_gift_vouchers.qty', '+', eb.ref('excluded.qty')),
      })),
    )
    .returning('qty')
    .executeTakeFirstOrThrow()
  if (qty > maxPerLine)
    throw new HttpError(422, `A basket can hold at most ${maxPerLine} of one gift voucher`)
  return product.currency
}

/**
 * Finds a ticket type on sale. Throws `HttpError` 422 if there is none, or 409 if it is sold with seats and none were chosen,
 * or the other way round.
 */
export async function findTicket(db: Database, { eventId, dateId, key, seats }: WantedTicket) {
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
      'events.waiting_room_capacity',
    ])
    .select(({ eb }) => eb('event_dates.seating_plan', 'is not', null).$castTo<boolean>().as('is_seated'))
    .where('ticket_types.event_id', '=', eventId)
    .where('ticket_types.event_date_id', '=', dateId)
    .where('ticket_types.key', '=', key)
    .where('ticket_types.published', '=', true)
    .where('events.published', '=', true)
    .where('event_dates.published', '=', true)
    .where('event_dates.starts_at', '>', shopNow)
    .executeTakeFirst()
  if (!ticket) throw noSuchTicket()
  if (ticket.is_seated && seats.length === 0) throw new HttpError(409, 'Please choose your seats first')
  if (!ticket.is_seated && seats.length > 0) throw new HttpError(409, 'This date has no seating plan')
  return ticket
}

async function findVoucher(trx: Transaction, { productId, value }: WantedVoucher) {
  const product = await trx
    .selectFrom('gift_voucher_products')
    .select(['id', 'currency', 'min_value', 'max_value'])
    .where('id', '=', productId)
    .where('published', '=', true)
    .executeTakeFirst()
  if (!product) throw new HttpError(422, 'This gift voucher is not on sale')
  const problem = valueProblem(product, value)
  if (problem) throw new HttpError(422, problem)
  return product
}

type Range = Pick<Selectable<Tables['gift_voucher_products']>, 'currency' | 'min_value' | 'max_value'>

/** Returns why a gift voucher cannot have this value, as a message for the buyer; '' if it can. */
export function valueProblem({ currency, min_value, max_value }: Range, value: number): string {
  return value >= min_value && value <= max_value
    ? ''
    : `Choose a value from ${money(min_value, currency)} to ${money(max_value, currency)}`
}
