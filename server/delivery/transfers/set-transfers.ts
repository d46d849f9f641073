import { createHash } from 'node:crypto'

import { sql } from 'kysely'

import { readPaidSale } from '#server/basket/own-sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { lockSale } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import type { TransferEntry } from '#src/order/requests.ts'
import { readUkDate } from '#src/lib/uk-date.ts'
import { isScheduled, transferProblems, type TransferField } from '#src/order/rules/transfers.ts'

import { countMails, countOffers } from './count-offers.ts'
import { readTransferById } from './read-transfer.ts'
import { RefusedEntry } from './refused-entry.ts'
import { sendOffer } from './send-offer.ts'
import { readTransferable } from './transferable-tickets.ts'

interface OfferContext {
  db: Database
  config: Config
  clientAddress: string
}

/** A request to offer tickets, with the key of its attempt. */
interface TransferRequest {
  attempt: string
  entries: TransferEntry[]
}

/** Offers tickets of the visitor's own paid order as `offerTickets` does [CALL-39]. Throws `HttpError`. */
export async function setTransfers(
  context: OfferContext & { session: Session },
  request: TransferRequest,
): Promise<void> {
  const { id } = await readPaidSale(context.db, context.session)
  await offerTickets(context, id, request)
}

/**
 * Offers tickets of a paid order to other people, and queues a mail to each of them, except for gifts at a later time [XFER-25,
 * XFER-31]. A request that was carried out before changes nothing, whatever became of its offers; the key of an attempt tells
 * apart two requests for the same people, and is refused with other entries. Tickets stay the buyer's until they are accepted.
 * Throws `HttpError`.
 */
export async function offerTickets(
  context: OfferContext,
  saleId: string,
  request: TransferRequest,
): Promise<void> {
  const { db } = context
  const { entries } = request
  const digest = `${attemptDigest(request)}${sha256(JSON.stringify(entries))}`
  if (await isRepeated(db, saleId, request, digest)) return
  await countOffers(context, entries.length)
  await inTransaction(db, async (trx) => {
    const sale = await lockSale(trx, saleId)
    if (await isRepeated(trx, saleId, request, digest)) return
    await assertValid(trx, sale, entries)
    await countMails(trx, context, entries)
    for (const [place, entry] of entries.entries())
      await offer(trx, context.config, sale, { ...entry, digest, place })
    await trx.updateTable('sales').set({ transferred_at: shopNow }).where('id', '=', saleId).execute()
  })
}

/**
 * Returns whether a request has been carried out before. A page without keys may mean the same request anew, so only one of
 * the last ten minutes counts then. Throws `HttpError` if the key was used for other entries: a buyer who corrects them after a
 * lost reply does not know that the tickets were sent.
 */
async function isRepeated(
  db: Database,
  saleId: string,
  request: TransferRequest,
  digest: string,
): Promise<boolean> {
  const hasKey = request.attempt !== ''
  const offered = await db
    .selectFrom('transfers')
    .select('request_digest')
    .where('sale_id', '=', saleId)
    .$if(hasKey, (query) => query.where(sql<boolean>`starts_with(request_digest, ${attemptDigest(request)})`))
    .$if(!hasKey, (query) =>
      query
        .where('request_digest', '=', digest)
        .where('created_at', '>', sql<Date>`shop_now() - interval '10 minutes'`),
    )
    .executeTakeFirst()
  if (offered && offered.request_digest !== digest)
    throw new HttpError(
      409,
      'Some of these tickets were sent already. Please check them before you send more.',
    )
  return offered !== undefined
}

/** The part of `request_digest` before the entries. */
const attemptDigest = ({ attempt }: TransferRequest) => `${sha256(attempt)}.`

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64url')

/** Says of tickets that nobody else can have them. */
export const notTransferable = 'These tickets cannot be transferred'

async function assertValid(trx: Transaction, sale: Sale, entries: TransferEntry[]): Promise<void> {
  if (entries.length === 0) throw new HttpError(422, 'Please choose the tickets to transfer')
  const { today } = await trx
    .selectNoFrom(sql<string>`(shop_now() at time zone 'Europe/London')::date::text`.as('today'))
    .executeTakeFirstOrThrow()
  for (const [place, entry] of entries.entries())
    for (const [field, message] of Object.entries(transferProblems(entry, today)))
      throw new RefusedEntry(place, field as TransferField, message)
  const lines = await readTransferable(trx, sale.id)
  const left = new Map(lines.map((line) => [line.id, line.left]))
  for (const [place, { ticket_id, qty }] of entries.entries()) {
    const before = left.get(ticket_id)
    if (before === undefined) throw new HttpError(422, notTransferable)
    if (qty > before) throw new RefusedEntry(place, 'qty', 'You cannot transfer more tickets than you have')
    left.set(ticket_id, before - qty)
  }
}

async function offer(
  trx: Transaction,
  config: Config,
  sale: Sale,
  entry: TransferEntry & { digest: string; place: number },
): Promise<void> {
  const isLater = isScheduled(entry)
  const { id } = await trx
    .insertInto('transfers')
    .values({
      sale_id: sale.id,
      ticket_type_id: entry.ticket_id,
      name: entry.name,
      email: entry.email,
      qty: entry.qty,
      is_gift: entry.is_gift,
      message: entry.is_gift ? entry.message : '',
      deliver_at: isLater ? ukInstant(entry) : shopNow,
      request_digest: entry.digest,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const transfer = await readTransferById(trx, id)
  if (isLater && transfer.deliver_at >= transfer.starts_at)
    throw new RefusedEntry(
      entry.place,
      'delivery_date',
      'Please choose a delivery date and time before the event',
    )
  if (!isLater) await sendOffer(trx, config, transfer)
}

// PostgreSQL knows when the clocks change. A time that the change skips is taken an hour later.
function ukInstant({ delivery_date, delivery_time }: TransferEntry) {
  return sql<Date>`(${`${readUkDate(delivery_date)} ${delivery_time}`}::timestamp at time zone 'Europe/London')`
}
