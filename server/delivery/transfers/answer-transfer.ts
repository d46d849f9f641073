import type { User } from '#server/accounts/users.ts'
import { lockSale } from '#server/basket/sale.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { queueMail } from '#server/outbox/queue.ts'
import { newCode } from '#server/payments/orders/new-code.ts'

import { endOffer } from './end-offer.ts'
import { readSender, readTransfer, type Transfer } from './read-transfer.ts'
import { acceptedMail, answerMail } from './transfer-mails.ts'
import { transferableTickets } from './transferable-tickets.ts'

/**
 * Moves the tickets of a transfer to its recipient, with new entry codes; the old ones are void [XFER-03]. Accepting again
 * changes nothing. Throws `HttpError` 403 for another user, 409 if the tickets are no longer available, 410 if they were taken back.
 */
export function acceptTransfer(db: Database, token: string, user: Pick<User, 'id' | 'email'>): Promise<void> {
  return inTransaction(db, async (trx) => {
    const transfer = await lockTransfer(trx, token)
    assertNotWithdrawn(transfer)
    if (user.email !== transfer.email)
      throw new HttpError(403, `Please sign in as ${transfer.email} to accept these tickets`)
    if (transfer.status === 'accepted') return
    assertOffered(transfer)
    await lockTickets(trx, transfer.sale_id)
    const tickets = await transferableTickets(trx, transfer.sale_id)
      .select(['tickets.id', 'tickets.code'])
      .where('tickets.ticket_type_id', '=', transfer.ticket_type_id)
      .orderBy('tickets.copy', 'desc')
      .limit(transfer.qty)
      .execute()
    if (tickets.length < transfer.qty) throw new HttpError(409, 'These tickets are no longer available')
    for (const { id, code } of tickets) {
      await trx.insertInto('voided_codes').values({ code, ticket_id: id, reason: 'transferred' }).execute()
      await trx
        .updateTable('tickets')
        .set((eb) => ({
          code: newCode(),
          user_id: user.id,
          transfer_id: transfer.id,
          released_at: eb.fn.coalesce('released_at', shopNow),
        }))
        .where('id', '=', id)
        .execute()
    }
    await trx
      .updateTable('transfers')
      .set({ status: 'accepted', accepted_by: user.id })
      .where('id', '=', transfer.id)
      .execute()
    await tellSender(trx, { ...transfer, status: 'accepted' })
    await queueMail(trx, await acceptedMail(trx, transfer))
  })
}

/** Declines a transfer: the tickets stay with the sender. Declining again changes nothing. Throws `HttpError` 409 or 410. */
export function declineTransfer(db: Database, token: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const transfer = await lockTransfer(trx, token)
    if (transfer.status === 'declined') return
    assertOffered(transfer)
    await endOffer(trx, transfer, 'declined')
    await tellSender(trx, { ...transfer, status: 'declined' })
  })
}

/** Locks the order of a transfer, and reads the transfer after that. */
async function lockTransfer(trx: Transaction, token: string): Promise<Transfer> {
  await lockSale(trx, (await readTransfer(trx, token)).sale_id)
  return readTransfer(trx, token)
}

/** Locks an order's tickets by a query of its own: only a later one sees what the door did while this one waited. */
async function lockTickets(trx: Transaction, saleId: string): Promise<void> {
  await trx.selectFrom('tickets').select('id').where('sale_id', '=', saleId).forUpdate().execute()
}

function assertOffered(transfer: Transfer): void {
  assertNotWithdrawn(transfer)
  if (transfer.status !== 'offered')
    throw new HttpError(409, `This transfer has already been ${transfer.status}`)
}

/** Throws `HttpError` 410 if the sender has taken the tickets back. */
function assertNotWithdrawn({ status }: Transfer): void {
  if (status === 'withdrawn') throw new HttpError(410, 'These tickets have been taken back')
}

async function tellSender(trx: Transaction, transfer: Transfer): Promise<void> {
  const sender = await readSender(trx, transfer)
  await queueMail(trx, answerMail(transfer, sender.email))
}
