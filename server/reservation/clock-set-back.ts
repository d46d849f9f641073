import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { interval, shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'

/**
 * Looks at the clock, and ends all holds, and admissions from waiting rooms, earlier by as much as it was set back since the last
 * look. Returns by how many seconds. Safe in several processes: one of them ends the holds earlier (decision 30). If nobody has looked
 * for a minute, the shop was down: those who wait were not away meanwhile.
 */
export function followClock(db: Database): Promise<number> {
  return inTransaction(db, async (trx) => {
    const { seen_at } = await trx
      .selectFrom('shop_clock')
      .select('seen_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { now } = await trx
      .updateTable('shop_clock')
      .set({ seen_at: shopNow })
      .returning('seen_at as now')
      .executeTakeFirstOrThrow()
    const setBack = seen_at && now ? (seen_at.getTime() - now.getTime()) / 1000 : 0
    if (setBack < -outageSeconds) await excuseAbsence(trx, -setBack)
    if (setBack <= 0) return 0
    const by = interval(setBack)
    const held = trx.selectFrom('sales').select('id').where('held_until', 'is not', null)
    await trx
      .updateTable('seat_claims')
      .set({ kept_until: sql<Date>`kept_until - ${by}` })
      .where('sale_id', 'in', held)
      .execute()
    await trx
      .updateTable('sales')
      .set({ held_until: sql<Date>`held_until - ${by}` })
      .where('held_until', 'is not', null)
      .execute()
    await trx
      .updateTable('waiting_room_places')
      .set({ admitted_until: sql<Date>`admitted_until - ${by}` })
      .where('status', '=', 'admitted')
      .execute()
    return setBack
  })
}

/** After how long without a look at the clock the shop was down, in seconds; it looks every five. */
const outageSeconds = 60

async function excuseAbsence(trx: Transaction, seconds: number): Promise<void> {
  await trx
    .updateTable('waiting_room_places')
    .set({
      seen_at: sql<Date>`least(shop_now(), seen_at + ${interval(seconds)})`,
      is_away: false,
    })
    .where('status', '=', 'waiting')
    .execute()
}

/** Follows the clock if it was set back, before a new hold is taken: holds of before and after must not be mixed. */
export async function followIfSetBack(db: Database): Promise<void> {
  const isSetBack = await db
    .selectFrom('shop_clock')
    .select('id')
    .where('seen_at', '>', shopNow)
    .executeTakeFirst()
  if (isSetBack) await followClock(db)
}
