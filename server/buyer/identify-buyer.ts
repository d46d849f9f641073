import { expired, isOwnSale } from '#server/basket/own-sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { lockOwnSale, lockSale, noGiftAid, refuseIfSettled } from '#server/basket/sale.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Work } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

/**
 * The session's reserved sale, locked, to write down what its buyer types. Whoever does so in a sale that somebody
 * shared becomes its buyer: what the other typed is forgotten. Throws `HttpError` 409 when it is none, is paid, or is
 * being paid.
 */
export async function lockHeldSale(trx: Work, session: Session): Promise<Sale> {
  const sale = await lockOwnSale(trx, session)
  await refuseIfSettled(trx, sale)
  if (!sale.held_until) throw new HttpError(409, expired)
  if (isOwnSale(sale, session)) return sale
  await identify(trx, sale, session, { userId: session.userId, email: '', name: '' })
  return lockSale(trx, sale.id)
}

interface Person {
  userId: string | null
  email: string
  name: string
}

/**
 * Writes down who buys a locked sale. Where it is somebody else's so far (a shared link was opened), what that person
 * typed is forgotten: it neither shows nor goes into the new buyer's order.
 */
export async function identify(trx: Work, sale: Sale, session: Session, person: Person): Promise<void> {
  const isOwn = sale.session_id === session.id || (sale.user_id !== null && sale.user_id === person.userId)
  if (!isOwn) await trx.deleteFrom('answers').where('sale_id', '=', sale.id).execute()
  await trx
    .updateTable('sales')
    .set({
      ...(isOwn ? {} : { ...nobody, ...noGiftAid }),
      session_id: session.id,
      user_id: person.userId,
      guest_email: person.email,
      guest_name: person.name,
      updated_at: shopNow,
    })
    .where('id', '=', sale.id)
    .execute()
}

/** Forgets who buys a locked sale and where it goes; what is in the basket stays, donation and Gift Aid too. */
export async function clearBuyer(trx: Work, sale: Sale): Promise<void> {
  await trx
    .updateTable('sales')
    .set({ ...nobody, updated_at: shopNow })
    .where('id', '=', sale.id)
    .execute()
}

/** Takes the session's sale out of its sight; buyer and order stay as they are. */
export async function leaveSale(trx: Work, session: Session): Promise<void> {
  await trx
    .updateTable('sales')
    .set({ session_id: null })
    .where('id', '=', session.saleId)
    .where('session_id', '=', session.id)
    .execute()
  await trx.updateTable('sessions').set({ sale_id: null }).where('id', '=', session.id).execute()
}

const nobody = {
  user_id: null,
  guest_email: '',
  guest_name: '',
  contact_number: '',
  delivery_address: null,
  gift_voucher_from: '',
  gift_voucher_to: '',
  marketing_choices: null,
}
