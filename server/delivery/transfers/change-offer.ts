import { lockSale } from '#server/basket/sale.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { isUuid } from '#server/database/uuid.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { unqueueMail } from '#server/outbox/unqueue-mail.ts'

import { countMails, countOffers } from './count-offers.ts'
import { endOffer } from './end-offer.ts'
import { findTransfer, readSender, readTransferById, type Transfer } from './read-transfer.ts'
import { sendOffer } from './send-offer.ts'
import { correctedMail, offerKey, takenBackMail, unavailableMail } from './transfer-mails.ts'
import { hasTicketsFor } from './transferable-tickets.ts'

interface ChangeContext {
  db: Database
  config: Pick<Config, 'secrets'>
  clientAddress: string
}

/** To whom an offer should have gone. */
export interface Recipient {
  name: string
  email: string
}

/**
 * Takes back an offer of an order that nobody has accepted: its link is dead, and both are told. Again, it changes nothing.
 * Throws `HttpError` 404, or 409, also if the tickets were offered to somebody else instead.
 */
export function cancelTransfer(db: Database, saleId: string, id: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const transfer = await lockOffer(trx, saleId, id)
    if (transfer.status === 'withdrawn') return assertNotOfferedInstead(trx, transfer)
    assertOpen(transfer)
    await withdraw(trx, transfer)
    await queueMail(trx, takenBackMail(transfer, await readSender(trx, transfer)))
  })
}

/**
 * Takes back an offer that nobody has accepted, and offers the same tickets to another person, or to the same one by a new link;
 * a gift keeps its time. Again, it changes nothing. Throws `HttpError` 404, 409, 422 or 429.
 */
export async function correctTransfer(
  context: ChangeContext,
  saleId: string,
  id: string,
  recipient: Recipient,
): Promise<void> {
  await countOffers(context, 1)
  await inTransaction(context.db, async (trx) => {
    const transfer = await lockOffer(trx, saleId, id)
    if (await isCorrectedTo(trx, transfer, recipient)) return
    assertOpen(transfer)
    await countMails(trx, context, [recipient])
    const next = await offerInstead(trx, transfer, recipient)
    await withdraw(trx, transfer, recipient.email)
    if (!(await hasTicketsFor(trx, next))) throw new HttpError(409, 'These tickets are no longer available')
    if (transfer.token_hash !== null) await sendOffer(trx, context.config, next)
    await queueMail(trx, correctedMail(transfer, next, await readSender(trx, transfer)))
  })
}

/** Locks an order, and reads one of its transfers after that. */
async function lockOffer(trx: Transaction, saleId: string, id: string): Promise<Transfer> {
  await lockSale(trx, saleId)
  const transfer = isUuid(id) ? await findTransfer(trx, saleId, id) : undefined
  if (!transfer) throw new HttpError(404, 'There is no such transfer')
  return transfer
}

/** Says of an offer that it is over; not that it was accepted. */
export const notOffered = 'These tickets are not offered any more'

function assertOpen({ status, name }: Pick<Transfer, 'status' | 'name'>): void {
  if (status === 'accepted') throw new HttpError(409, `${name} has accepted these tickets already`)
  if (status !== 'offered') throw new HttpError(409, notOffered)
}

/** Ends an offer, whose mail is not sent if it still waits; a recipient who may have it is told unless they get another offer. */
async function withdraw(trx: Transaction, transfer: Transfer, nextEmail?: string): Promise<void> {
  await endOffer(trx, transfer, 'withdrawn')
  const isUnsent = await unqueueMail(trx, offerKey(transfer))
  if (transfer.token_hash === null || isUnsent || transfer.email === nextEmail) return
  await queueMail(trx, unavailableMail(transfer, await readSender(trx, transfer)))
}

/** Throws `HttpError` 409 if somebody else can accept the tickets of an offer, or has: it was corrected in another tab. */
async function assertNotOfferedInstead(trx: Transaction, { id }: Pick<Transfer, 'id'>): Promise<void> {
  const next = await correctionOf(trx, id)
  if (!next) return
  if (next.status === 'accepted') assertOpen(next)
  if (next.status === 'offered') throw new HttpError(409, `These tickets are now offered to ${next.email}`)
  await assertNotOfferedInstead(trx, next)
}

function correctionOf(trx: Transaction, id: string) {
  return trx
    .selectFrom('transfers')
    .select(['id', 'name', 'email', 'status'])
    .where('replaces', '=', id)
    .executeTakeFirst()
}

async function isCorrectedTo(
  trx: Transaction,
  { id }: Transfer,
  { name, email }: Recipient,
): Promise<boolean> {
  const next = await correctionOf(trx, id)
  return next !== undefined && next.name === name && next.email === email
}

async function offerInstead(
  trx: Transaction,
  transfer: Transfer,
  { name, email }: Recipient,
): Promise<Transfer> {
  const { sale_id, ticket_type_id, qty, is_gift, deliver_at, message } = transfer
  const { id } = await trx
    .insertInto('transfers')
    .values({
      ...{ sale_id, ticket_type_id, qty, is_gift, deliver_at, message },
      ...{ name, email, replaces: transfer.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return readTransferById(trx, id)
}
