import { findBuyer } from '#server/buyer/find-buyer.ts'
import type { Database } from '#server/database/connect.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { hashToken } from '#server/http/tokens.ts'
import { plainName } from '#server/outbox/content.ts'

export type Transfer = Awaited<ReturnType<typeof readTransfer>>
export type Sender = Awaited<ReturnType<typeof readSender>>

/** Reads a transfer with its tickets' event by the secret of its link. Throws `HttpError` 404. */
export async function readTransfer(db: Database, token: string) {
  const transfer = await transfers(db).where('token_hash', '=', hashToken(token)).executeTakeFirst()
  if (!transfer) throw new HttpError(404, 'There is no such transfer')
  return transfer
}

/** Finds a transfer of an order. */
export function findTransfer(db: Database, saleId: string, id: string): Promise<Transfer | undefined> {
  return transfers(db)
    .where('transfers.id', '=', id)
    .where('transfers.sale_id', '=', saleId)
    .executeTakeFirst()
}

/** Reads a transfer by its id, whether or not it has been sent. */
export function readTransferById(db: Database, id: string): Promise<Transfer> {
  return transfers(db).where('transfers.id', '=', id).executeTakeFirstOrThrow()
}

function transfers(db: Database) {
  return db
    .selectFrom('transfers')
    .innerJoin('ticket_types', 'ticket_types.id', 'transfers.ticket_type_id')
    .innerJoin('event_dates', 'event_dates.id', 'ticket_types.event_date_id')
    .innerJoin('events', 'events.id', 'ticket_types.event_id')
    .selectAll('transfers')
    .select([
      'ticket_types.name as ticket_name',
      'ticket_types.event_date_id',
      'event_dates.starts_at',
      'event_dates.ends_at',
      'event_dates.doors_at',
      'ticket_types.event_id',
      'events.title',
      'events.picture',
      'events.venue_name',
      'events.venue_full_address',
      'events.venue_map_address',
      'events.livestream_url',
    ])
}

/** Reads the email and the name of the buyer who offers the tickets. */
export async function readSender(db: Database, { sale_id }: Pick<Transfer, 'sale_id'>) {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', sale_id).executeTakeFirstOrThrow()
  const buyer = await findBuyer(db, sale)
  if (!buyer) throw new Error('A paid sale has no buyer')
  return { email: buyer.email, name: plainName(buyer.name) || buyer.email }
}

/** Finds the first of the tickets that a recipient has accepted. */
export async function firstAccepted(db: Database, { id }: Pick<Transfer, 'id'>): Promise<string | undefined> {
  const ticket = await db
    .selectFrom('tickets')
    .select('id')
    .where('transfer_id', '=', id)
    .orderBy('copy')
    .limit(1)
    .executeTakeFirst()
  return ticket?.id
}

/** What somebody signs in to accept. */
export interface OpenOffer {
  transfer: Transfer
  sender: Sender
}

/** Reads an offer that can still be accepted by the secret of its link; undefined if there is none. */
export async function findOpenOffer(db: Database, token: string): Promise<OpenOffer | undefined> {
  const transfer = await transfers(db)
    .where('token_hash', '=', hashToken(token))
    .where('transfers.status', '=', 'offered')
    .executeTakeFirst()
  return transfer && { transfer, sender: await readSender(db, transfer) }
}
