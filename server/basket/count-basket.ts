import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { Session } from '#server/http/session.ts'

/** Counts the tickets and gift vouchers in the visitor's basket; 0 once it is paid. */
export async function countBasket(db: Database, session: Pick<Session, 'saleId'>): Promise<number> {
  if (!session.saleId) return 0
  const basket = await db
    .selectFrom('sales')
    .select(
      sql<number>`(
        coalesce((select sum(qty) from sale_tickets where sale_id = sales.id), 0)
        + coalesce((select sum(qty) from sale_gift_vouchers where sale_id = sales.id), 0)
      )::int`.as('count'),
    )
    .where('id', '=', session.saleId)
    .where('paid_at', 'is', null)
    .executeTakeFirst()
  return basket?.count ?? 0
}
