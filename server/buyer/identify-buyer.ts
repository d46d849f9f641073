import { holdExpired, isOwnSale } from '#server/basket/own-sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { assertChangeable, lockOwnSale, lockSale, noGiftAid } from '#server/basket/sale.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

/**
 * Locks the session's reserved sale to save the buyer's details. If the sale was opened by a shared link, the visitor
 * becomes its buyer and the previous buyer's details are deleted. Throws `HttpError` 409 if there is no reserved sale,
 * or if it is paid or being paid.
 */
export async function lockHeldSale(trx: Transaction, session: Session): Promise<Sale> {
  const sale = await lockOwnSale(trx, session)
  await assertChangeable(trx, sale)
  if (!sale.held_until) throw new HttpError(409, holdExpired)
  if (isOwnSale(sale, session)) return sale
  await identify(trx, sale, session, { userId: session.userId, email: '', name: '' })
  return lockSale(trx, sale.id)
}

interface Person {
  userId: string | null
  email: string
  name: string
  /** False if the email is only typed. True if missing. */
  isProven?: boolean
}

/**
 * Saves the buyer of a locked sale. If the sale belonged to somebody else (it was opened by a shared link), that
 * person's details are deleted: they are neither shown nor used in the new buyer's order.
 */
export async function identify(
  trx: Transaction,
  sale: Sale,
  session: Session,
  person: Person,
): Promise<void> {
  const isOwn = sale.session_id === session.id || (sale.user_id !== null && sale.user_id === person.userId)
  if (!isOwn) await trx.deleteFrom('answers').where('sale_id', '=', sale.id).execute()
  await defer(
    trx,
    trx
      .updateTable('sales')
      .set({
        ...(isOwn ? {} : { ...nobody, ...noGiftAid }),
        session_id: session.id,
        user_id: person.userId,
        guest_email: person.email,
        guest_name: person.name,
        is_email_proven: person.isProven ?? true,
        updated_at: shopNow,
      })
      .where('id', '=', sale.id),
  )
}

/**
 * Clears the buyer, the delivery address, the answers and what the buyer wants to hear about of a locked sale; keeps the basket, the
 * donation and Gift Aid.
 */
export async function clearBuyer(trx: Transaction, sale: Sale): Promise<void> {
  await trx.deleteFrom('answers').where('sale_id', '=', sale.id).execute()
  await trx
    .updateTable('sales')
    .set({ ...nobody, updated_at: shopNow })
    .where('id', '=', sale.id)
    .execute()
}

/** Detaches the sale from the session; its buyer and order stay unchanged. */
export async function leaveSale(trx: Transaction, session: Session): Promise<void> {
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
  is_email_proven: true,
  contact_number: '',
  delivery_address: null,
  gift_voucher_from: '',
  gift_voucher_to: '',
  marketing_choices: null,
  gift_aid_subscribe: false,
}
