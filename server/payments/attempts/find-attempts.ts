import type { Sale } from '#server/basket/read-basket.ts'
import type { Database } from '#server/database/connect.ts'
import type { Session } from '#server/http/session.ts'

import type { Attempt } from './attempt.ts'

export function findAttempt(db: Database, id: string): Promise<Attempt> {
  return db.selectFrom('payment_attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

export function findOpenAttempt(db: Database, saleId: string): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

/** Finds the open attempt that pays the session's sale. Later instalments of a paid one are not the page's to change. */
export function findOpenPayment(db: Database, session: Session): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('sales', 'sales.id', 'payment_attempts.sale_id')
    .selectAll('payment_attempts')
    .where('sales.id', '=', session.saleId)
    .where('sales.paid_at', 'is', null)
    .where('payment_attempts.status', '=', 'open')
    .executeTakeFirst()
}

/**
 * Returns whether an attempt to pay a sale took money, or may have: what was charged wrongly or is paid back, and transfers that were
 * cancelled, which a bank may execute nevertheless.
 */
export async function mayHaveTakenMoney(db: Database, saleId: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('sale_id', '=', saleId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['quarantined', 'succeeded']),
        eb.and([eb('status', '=', 'cancelled'), eb('method', '=', 'bank')]),
      ]),
    )
    .executeTakeFirst()
  return attempt !== undefined
}

/** Finds the session's sale with its attempts, before it is locked. */
export async function findPayments(
  db: Database,
  { saleId }: Session,
): Promise<{ sale: Pick<Sale, 'session_id' | 'user_id' | 'paid_at'>; attempts: Attempt[] } | undefined> {
  const rows = await db
    .selectFrom('sales')
    .leftJoin('payment_attempts', 'payment_attempts.sale_id', 'sales.id')
    .selectAll('payment_attempts')
    .select(['sales.session_id', 'sales.user_id', 'sales.paid_at'])
    .where('sales.id', '=', saleId)
    .execute()
  const [sale] = rows
  // Without an attempt, its columns are null.
  return sale && { sale, attempts: rows.filter(({ id }) => id !== null) as Attempt[] }
}

/** Finds an attempt of the session's sale by the page's id. */
export function findOwnAttempt(
  db: Database,
  session: Session,
  attempt: string,
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', session.saleId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
}

/** Finds the newest attempt of a sale with a payment method. */
export function findLastAttempt(
  db: Database,
  saleId: string | null,
  method: Attempt['method'],
): Promise<Attempt | undefined> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('sale_id', '=', saleId)
    .where('method', '=', method)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
