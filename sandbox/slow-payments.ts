import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'

/** How long a slow payment takes, in seconds of shop time. */
export const slowSeconds = 20

/** Returns when a slow payment that starts now is done, in shop time. */
export async function slowEnd(db: Database): Promise<string> {
  const { end } = await db.selectNoFrom(shopNowPlus(slowSeconds).as('end')).executeTakeFirstOrThrow()
  return end.toISOString()
}

/** Whether a moment of shop time has come. */
export async function hasCome(db: Database, moment: string): Promise<boolean> {
  const { now } = await db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()
  return Date.parse(moment) <= now.getTime()
}
