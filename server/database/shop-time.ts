import { sql, type Expression, type Kysely } from 'kysely'

import type { Tables } from './tables.ts'

/** Current shop time in SQL: database clock plus the sandbox's offset. Never compare it with the process's clock. */
export const shopNow = sql<Date>`shop_now()`

/** Reads the current shop time. */
export async function readShopTime(db: Kysely<Tables>): Promise<Date> {
  return (await db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()).now
}

/** SQL for `shop_now()` plus a number of seconds (negative for the past). */
export function shopNowPlus(seconds: number | Expression<unknown>) {
  return sql<Date>`shop_now() + ${interval(seconds)}`
}

/** SQL for a length of time in seconds. */
export function interval(seconds: number | Expression<unknown>) {
  return sql`make_interval(secs => ${seconds}::float8)`
}

/** SQL for the seconds from `shop_now()` until a time in this column (negative if it has passed). */
export function secondsUntil(column: string) {
  return sql<number>`extract(epoch from ${sql.ref(column)} - shop_now())::float8`
}

/** Moves the shop's clock by `seconds`; for the sandbox and tests only. */
export async function moveShopTime(db: Kysely<Tables>, seconds: number): Promise<void> {
  await db
    .updateTable('shop_clock')
    .set({ moved_by: sql`moved_by + ${interval(seconds)}` })
    .execute()
}
