import type { Database } from '#server/database/connect.ts'
import { isDue, hasFailed } from '#server/outbox/queued.ts'

/** Figures of the shop as a whole, from the database; every process of a shop reads the same. */
export interface ShopFigures {
  /** Baskets that hold tickets. */
  holds: number
  /** Messages by kind that are due, not sent, and still tried. */
  outbox: Figure[]
  /** Alarms by kind that nobody has closed. */
  alarms: Figure[]
  /** Visitors in waiting rooms, by `waiting` and `admitted`. */
  rooms: Figure[]
}

interface Figure {
  kind: string
  count: number
}

/** Reads the figures. Partial indexes leave out what is paid, sent or closed, so that this stays fast. */
export async function readShopFigures(db: Database): Promise<ShopFigures> {
  const { holds } = await db
    .selectFrom('sales')
    .select(({ fn }) => fn.countAll<number>().as('holds'))
    .where('held_until', 'is not', null)
    .executeTakeFirstOrThrow()
  const outbox = await db
    .selectFrom('outbox')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('sent_at', 'is', null)
    .where(({ and, not }) => and([isDue, not(hasFailed())]))
    .groupBy('kind')
    .execute()
  const alarms = await db
    .selectFrom('alarms')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('count')])
    .where('resolved_at', 'is', null)
    .groupBy('kind')
    .execute()
  const rooms = await db
    .selectFrom('waiting_room_places')
    .select(({ fn }) => ['status as kind', fn.countAll<number>().as('count')])
    .where('status', 'in', ['waiting', 'admitted'])
    .groupBy('status')
    .execute()
  return { holds, outbox, alarms, rooms }
}
