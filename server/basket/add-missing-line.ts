import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'

import { addTicket, addVoucher, findTicket, WaitingRoomRequired } from './add-lines.ts'
import { assertFewLines } from './line-limits.ts'
import { readBasket, type Sale } from './read-basket.ts'
import type { WantedVoucher } from './read-wanted.ts'
import { formerNumber } from './removed-line.ts'

const otherCurrency = () =>
  new HttpError(409, 'This is sold in another currency than what is in your basket. Please buy it separately')

/**
 * Puts tickets into a basket that does not have them, by the rules of adding, as a buyer does who takes a removal back. Throws
 * `HttpError`, and `WaitingRoomRequired` for an event with a waiting room that is not among those that the visitor is `admittedTo`.
 */
export async function addMissingTicket(
  trx: Transaction,
  sale: Sale,
  { id, qty }: { id: string; qty: number },
  admittedTo: string[],
): Promise<void> {
  const known = await trx
    .selectFrom('ticket_types')
    .select(['event_id as eventId', 'event_date_id as dateId', 'key'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!known) throw new HttpError(404, 'This ticket is not in your basket')
  const ticket = { ...known, qty, seats: [] }
  const { currency, waiting_room_capacity } = await findTicket(trx, ticket)
  if (waiting_room_capacity !== null && !admittedTo.includes(ticket.eventId))
    throw new WaitingRoomRequired(ticket)
  if (sale.currency && sale.currency !== currency) throw otherCurrency()
  await addTicket(trx, sale.id, id, qty, formerNumber(sale, { id }))
  await setCurrency(trx, sale, currency)
  assertFewLines(await readBasket(trx, sale.id))
}

/** Puts gift vouchers of one value into a basket that does not have them, by the rules of adding. Throws `HttpError`. */
export async function addMissingVoucher(trx: Transaction, sale: Sale, voucher: WantedVoucher): Promise<void> {
  const lineNumber = formerNumber(sale, { id: voucher.productId, value: voucher.value })
  const currency = await addVoucher(trx, sale.id, sale.currency, voucher, lineNumber)
  if (!currency) throw otherCurrency()
  await setCurrency(trx, sale, currency)
  assertFewLines(await readBasket(trx, sale.id))
}

/** That of the first line is that of the basket. */
async function setCurrency(trx: Transaction, sale: Sale, currency: Sale['currency']): Promise<void> {
  if (!sale.currency) await trx.updateTable('sales').set({ currency }).where('id', '=', sale.id).execute()
}
