import { sql, type Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** Current shop time in SQL: database clock plus the sandbox's offset. Never compare it with the process's clock. */
export const shopNow = sql<Date>`shop_now()`

/** SQL for `shop_now()` plus a number of seconds (negative for the past). */
export function shopNowPlus(seconds: number) {
  return sql<Date>`shop_now() + make_interval(secs => ${seconds}::float8)`
}

/** Moves the shop's clock by `seconds`; for the sandbox and tests only. */
export async function moveShopTime(db: Kysely<Tables>, seconds: number): Promise<void> {
  await db
    .updateTable('shop_clock')
    .set({ moved_by: sql`moved_by + make_interval(secs => ${seconds}::float8)` })
    .execute()
}
