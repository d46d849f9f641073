import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'

export interface Limit {
  /** What is counted, such as `wrong code`. */
  what: string
  /** For whom: an email, a session id, an address. Kept as a keyed hash. */
  who: string
  most: number
  withinSeconds: number
}

/** Counts one try and says whether it was still within the limit; the counters are in the database, for all processes. */
export async function countTry(db: Database, pepper: string, limit: Limit): Promise<boolean> {
  const isOver = sql<boolean>`limit_counters.resets_at <= ${shopNow}`
  const { count } = await db
    .insertInto('limit_counters')
    .values({ key: keyOf(pepper, limit), count: 1, resets_at: shopNowPlus(limit.withinSeconds) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else limit_counters.count + 1 end`,
        resets_at: sql`case when ${isOver} then excluded.resets_at else limit_counters.resets_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return count <= limit.most
}

/** Whether the limit is used up, without counting a try. */
export async function isUsedUp(db: Database, pepper: string, limit: Limit): Promise<boolean> {
  const row = await db
    .selectFrom('limit_counters')
    .select('count')
    .where('key', '=', keyOf(pepper, limit))
    .where('resets_at', '>', shopNow)
    .executeTakeFirst()
  return (row?.count ?? 0) >= limit.most
}

function keyOf(pepper: string, { what, who }: Limit): string {
  return `${what} ${createHmac('sha256', pepper).update(who).digest('base64url')}`
}
