import type { Work } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import type { Sale } from './read-basket.ts'

export const messages = {
  noBasket: 'Your basket is empty',
  paid: 'This order is already complete',
  paying: 'A payment for this basket is under way. Please finish or cancel it first',
} as const

/** Locks a sale for the rest of the transaction: every change of a sale starts with this, before stock and codes. */
export function lockSale(trx: Work, saleId: string): Promise<Sale> {
  return trx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate().executeTakeFirstOrThrow()
}

/** The session's own sale, locked. Throws `HttpError` 409 when it has none. */
export async function lockOwnSale(trx: Work, session: Session): Promise<Sale> {
  const sale = await trx
    .selectFrom('sales')
    .innerJoin('sessions', 'sessions.sale_id', 'sales.id')
    .selectAll('sales')
    .where('sessions.id', '=', session.id)
    .forUpdate('sales')
    .executeTakeFirst()
  if (!sale) throw new HttpError(409, messages.noBasket)
  return sale
}

/** Whether a payment of the sale is under way: it pins the hold and the basket. */
export async function isPaying(trx: Work, saleId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return open !== undefined
}

/** Whether a bank transfer of the sale is open. */
export async function isAtBank(trx: Work, saleId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .where('method', '=', 'bank')
    .executeTakeFirst()
  return open !== undefined
}

/** Refuses to touch what is paid or being paid. Throws `HttpError` 409. */
export async function refuseIfSettled(trx: Work, sale: Sale): Promise<void> {
  if (sale.paid_at) throw new HttpError(409, messages.paid)
  if (await isPaying(trx, sale.id)) throw new HttpError(409, messages.paying)
}

/** The columns of a sale without a Gift Aid declaration. */
export const noGiftAid = {
  is_gift_aid: false,
  gift_aid_uk_based: false,
  gift_aid_address1: '',
  gift_aid_postcode: '',
  gift_aid_subscribe: false,
  gift_aid_declared_at: null,
  gift_aid_wording: '',
}
