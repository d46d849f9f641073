import { createHmac } from 'node:crypto'

import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'

export interface Limit {
  /** The counted action, such as `wrong code`. */
  what: string
  /** The email, session id or address that is limited; stored as a keyed hash. */
  who: string
  most: number
  withinSeconds: number
}

/** Counts one try and returns whether it was within the limit. Counters are in the database, shared by all processes. */
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

/** Returns whether the limit is reached; counts no try. */
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
