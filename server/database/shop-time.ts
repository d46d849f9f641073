import { sql, type Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** The shop's time inside SQL: database clock plus the sandbox's offset. Never compare with the process's clock. */
export const shopNow = sql<Date>`shop_now()`

/** `shop_now()` moved by whole seconds (negative for the past), as an SQL expression. */
export function shopNowPlus(seconds: number) {
  return sql<Date>`shop_now() + make_interval(secs => ${seconds}::float8)`
}

/** Moves the shop's clock by `seconds`; for the sandbox and tests alone. */
export async function moveShopTime(db: Kysely<Tables>, seconds: number): Promise<void> {
  await db
    .updateTable('shop_clock')
    .set({ moved_by: sql`moved_by + make_interval(secs => ${seconds}::float8)` })
    .execute()
}
