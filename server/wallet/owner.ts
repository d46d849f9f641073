import { sql, type ExpressionBuilder } from 'kysely'

import { readProvenEmails } from '#server/accounts/one-time-codes.ts'
import type { Database } from '#server/database/connect.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Session } from '#server/http/session.ts'

/** A visitor as far as orders and tickets are concerned: their accounts, proven emails, and the order paid in this session. */
export interface Owner {
  session: Pick<Session, 'id' | 'saleId'>
  userIds: string[]
  emails: string[]
}

/**
 * Reads who the visitor has shown to be: the signed-in user, and everybody whose email they have proven by a one-time code
 * in this session, as in an order look-up. A shared link shows nothing.
 */
export async function readOwner(
  db: Database,
  session: Pick<Session, 'id' | 'userId' | 'saleId'>,
): Promise<Owner> {
  const emails = await readProvenEmails(db, session)
  const users = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where(({ or, eb }) =>
      or([eb('id', '=', session.userId), ...(emails.length ? [eb('email', 'in', emails)] : [])]),
    )
    .execute()
  return {
    session,
    userIds: users.map(({ id }) => id),
    emails: [...new Set([...emails, ...users.map(({ email }) => email)])],
  }
}

/** SQL: the owner bought this paid sale. */
export function isBuyerOf({ session, userIds, emails }: Owner) {
  return ({ or, and, eb }: ExpressionBuilder<Tables, 'sales'>) =>
    and([
      eb('sales.paid_at', 'is not', null),
      or([
        and([eb('sales.id', '=', session.saleId), eb('sales.session_id', '=', session.id)]),
        ...(userIds.length ? [eb('sales.user_id', 'in', userIds)] : []),
        ...(emails.length
          ? [and([eb('sales.user_id', 'is', null), eb('sales.guest_email', 'in', emails)])]
          : []),
      ]),
    ])
}

/** SQL: the owner has this ticket: it was given to them, or they bought it and it was not transferred. */
export function isHolderOf(owner: Owner) {
  return (expressions: ExpressionBuilder<Tables, 'sales' | 'tickets'>) => {
    const { or, and, eb } = expressions
    return or([
      ...(owner.userIds.length ? [eb('tickets.user_id', 'in', owner.userIds)] : []),
      and([eb('tickets.transfer_id', 'is', null), isBuyerOf(owner)(expressions)]),
    ])
  }
}

/** SQL: the owner has this ticket, or bought it. The array lets PostgreSQL use the indexes of both tables. */
export function isHeldOrBoughtBy(db: Database, owner: Owner) {
  const bought = db.selectFrom('sales').select('sales.id').where(isBuyerOf(owner))
  return ({ or, eb }: ExpressionBuilder<Tables, 'tickets'>) =>
    or([
      ...(owner.userIds.length ? [eb('tickets.user_id', 'in', owner.userIds)] : []),
      sql<boolean>`tickets.sale_id = any (array(${bought}))`,
    ])
}

/** SQL: the ticket was refunded. */
export const isRefunded = sql<boolean>`exists (
  select from voided_codes where voided_codes.code = tickets.code and voided_codes.reason = 'refunded'
)`
