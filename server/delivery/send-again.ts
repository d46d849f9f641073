import { checkCode } from '#server/accounts/one-time-codes.ts'
import { lockPaidSale } from '#server/basket/own-sale.ts'
import type { Sale } from '#server/basket/read-basket.ts'
import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'

import { giveToNewOwner, resendTickets } from './deliver-order.ts'

type Context = ShopEnv['Variables']

/** Sends the tickets of an order again. Throws `HttpError` 409, or 429 after three times within an hour. */
export async function sendTicketsAgain(
  { db, config }: Pick<Context, 'db' | 'config'>,
  saleId: string,
): Promise<void> {
  const limit = { what: 'tickets sent again', who: saleId, max: 3, withinSeconds: 3600 }
  if (!(await countTry(db, config.secrets.codePepper, [limit])))
    throw new HttpError(
      429,
      'We have sent the email three times within an hour. Please look in your spam folder too',
    )
  await resendTickets(db, saleId)
}

/**
 * Returns whether the email of an order may be corrected: it was typed in express checkout and not proven, even if an account
 * was created for it.
 */
export function canCorrectEmail(sale: Sale): boolean {
  return !sale.is_email_proven
}

/**
 * Changes the email of the visitor's own order to one that the code proves, moves the tickets to its account with new
 * entry codes, and sends them. Throws `HttpError` 409, 422 or 429.
 */
export async function correctEmail(context: Context, email: string, code: string): Promise<void> {
  const { db, session } = context
  await assertCorrectable(context)
  if (!/^[0-9]{6}$/.test(code) || !(await checkCode(context, email, code)))
    throw new HttpError(422, 'This code is not correct. Please check it, or request a new one')
  const deliveredId = await inTransaction(db, async (trx) => {
    const sale = await lockPaidSale(trx, session)
    if (!canCorrectEmail(sale)) throw new HttpError(409, isKnown)
    await trx
      .updateTable('sales')
      .set({ user_id: null, guest_email: email, is_email_proven: true, updated_at: shopNow })
      .where('id', '=', sale.id)
      .execute()
    if (sale.delivered_to_bitticket_at) await giveToNewOwner(trx, sale.id)
    return sale.delivered_to_wallet_at ? sale.id : null
  })
  if (deliveredId) await resendTickets(db, deliveredId)
}

/** Throws `HttpError` 409 if the email of the visitor's own order cannot be corrected. */
export function assertCorrectable({ db, session }: Context): Promise<void> {
  return inTransaction(db, async (trx: Transaction) => {
    if (!canCorrectEmail(await lockPaidSale(trx, session))) throw new HttpError(409, isKnown)
  })
}

const isKnown = 'The email of this order is confirmed already. Please contact us to change it'
