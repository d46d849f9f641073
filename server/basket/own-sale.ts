import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'

import type { Sale } from './read-basket.ts'
import { lockSale, messages } from './sale.ts'

export const holdExpired =
  'Your checkout time expired. If the tickets are still available, you can try to reserve them again.'

/** Returns whether the session's sale is reserved and its hold has not expired; does not lock it. */
export async function isSaleHeld(db: Database, session: Pick<Session, 'saleId'>): Promise<boolean> {
  // Not a condition, which would let the planner read all holds in place of the sale.
  const sale = await db
    .selectFrom('sales')
    .select((eb) => eb('held_until', '>', shopNow).as('is_held'))
    .where('id', '=', session.saleId)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  return Boolean(sale?.is_held)
}

/** Returns whether the session's sale is the visitor's own, and not one opened by a shared link. */
export async function ownsSale(db: Database, session: Session): Promise<boolean> {
  const sale = await db.selectFrom('sales').selectAll().where('id', '=', session.saleId).executeTakeFirst()
  return sale !== undefined && isOwnSale(sale, session)
}

/** Reads the visitor's own paid order. Throws `HttpError` 404. */
export async function readPaidSale(db: Database, session: Session): Promise<Sale> {
  const sale = await db
    .selectFrom('sales')
    .selectAll()
    .where('id', '=', session.saleId)
    .where('paid_at', 'is not', null)
    .where(({ or, eb }) =>
      or([
        eb('session_id', '=', session.id),
        ...(session.userId ? [eb('user_id', '=', session.userId)] : []),
      ]),
    )
    .executeTakeFirst()
  if (!sale) throw new HttpError(404, messages.noOrder)
  return sale
}

/** Like `readPaidSale`, but locks the sale. */
export async function lockPaidSale(trx: Transaction, session: Session): Promise<Sale> {
  const { id } = await readPaidSale(trx, session)
  return lockSale(trx, id)
}

/** Returns whether a sale is the visitor's own, and not one opened by a shared link. */
export function isOwnSale(
  sale: Pick<Sale, 'session_id' | 'user_id'>,
  session: Pick<Session, 'id' | 'userId'>,
): boolean {
  return sale.session_id === session.id || (sale.user_id !== null && sale.user_id === session.userId)
}
