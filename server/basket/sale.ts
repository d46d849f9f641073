import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { lockingRow } from '#server/database/row-locks.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import { readBasket, type Basket, type Sale } from './read-basket.ts'

/** Duration of a hold, in seconds. */
export const holdSeconds = 600

export const messages = {
  noBasket: 'Your basket is empty',
  noOrder: 'There is no order in this session',
  paid: 'This order is already complete',
  paying: 'A payment for this basket is in progress. Please finish or cancel it first',
} as const

/** Locks a sale for the rest of the transaction. Every change of a sale locks it first, before stock and codes. */
export function lockSale(trx: Transaction, saleId: string): Promise<Sale> {
  return lockingRow(trx, `sale ${saleId}`, () =>
    trx.selectFrom('sales').selectAll().where('id', '=', saleId).forUpdate().executeTakeFirstOrThrow(),
  )
}

/** Locks a sale, and reads its basket in the statement after, which sees what the first one has waited for. */
export function lockBasket(trx: Transaction, saleId: string): Promise<Basket> {
  return lockingRow(trx, `sale ${saleId}`, async () => {
    await defer(trx, trx.selectFrom('sales').select('id').where('id', '=', saleId).forUpdate())
    return readBasket(trx, saleId)
  })
}

/** Locks the session's sale. Throws `HttpError` 409 if there is none. */
export async function lockOwnSale(trx: Transaction, session: Session): Promise<Sale> {
  const sale = await lockingRow(trx, `sale ${session.saleId ?? session.id}`, () =>
    trx
      .selectFrom('sales')
      .innerJoin('sessions', 'sessions.sale_id', 'sales.id')
      .selectAll('sales')
      .where('sessions.id', '=', session.id)
      .forUpdate('sales')
      .executeTakeFirst(),
  )
  if (!sale) throw new HttpError(409, messages.noBasket)
  return sale
}

/** Returns whether a payment of the sale is in progress; meanwhile the hold does not expire and the basket cannot change. */
export async function isPaying(trx: Transaction, saleId: string): Promise<boolean> {
  const open = await trx
    .selectFrom('payment_attempts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return open !== undefined
}

/** Returns whether a bank transfer of the sale is open. */
export async function isAtBank(db: Database, saleId: string): Promise<boolean> {
  const open = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .where('method', '=', 'bank')
    .executeTakeFirst()
  return open !== undefined
}

/** Throws `HttpError` 409 if the sale is paid or being paid. */
export async function assertChangeable(trx: Transaction, sale: Sale): Promise<void> {
  if (sale.paid_at) throw new HttpError(409, messages.paid)
  if (await isPaying(trx, sale.id)) throw new HttpError(409, messages.paying)
}

/** Column values that clear a Gift Aid declaration. */
export const noGiftAid = {
  is_gift_aid: false,
  gift_aid_uk_based: false,
  gift_aid_address1: '',
  gift_aid_postcode: '',
  gift_aid_subscribe: false,
  gift_aid_declared_at: null,
  gift_aid_wording: '',
}
