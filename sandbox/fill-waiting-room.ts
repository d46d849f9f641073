import { sql } from 'kysely'
import * as z from 'zod/mini'

import type { Database } from '#server/database/connect.ts'
import type { PlaceStatus } from '#server/database/tables.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { isOnSale } from '#server/waiting-room/sale-times.ts'

export const roomSchema = z.strictObject({
  event_id: z.string().check(z.maxLength(100)),
  /** How many are admitted at once from now on; null ends the waiting room. */
  capacity: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000)))),
  /** So many invented visitors come. */
  come: z.optional(z.int().check(z.minimum(1), z.maximum(50_000))),
  /** So many of them leave, those who were first; the next are admitted. */
  leave: z.optional(z.int().check(z.minimum(1), z.maximum(50_000))),
  /** The sale of all dates opens in so many seconds. */
  opensInSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(31_536_000))),
})

/** Marks the sessions of invented visitors, which no token has. */
const invented = 'invented '

/** Changes the waiting room of an event, for tests and demonstrations. Returns how many are in it; null if there is no such event. */
export function fillWaitingRoom(
  db: Database,
  { event_id, capacity, come = 0, leave = 0, opensInSeconds }: z.output<typeof roomSchema>,
): Promise<{ waiting: number; admitted: number } | null> {
  return inTransaction(db, async (trx) => {
    // Nobody is admitted meanwhile.
    const event = await trx
      .selectFrom('events')
      .select('id')
      .where('id', '=', event_id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!event) return null
    if (capacity !== undefined)
      await trx
        .updateTable('events')
        .set({ waiting_room_capacity: capacity })
        .where('id', '=', event_id)
        .execute()
    if (opensInSeconds !== undefined)
      await trx
        .updateTable('event_dates')
        .set({ sale_opens_at: shopNowPlus(opensInSeconds) })
        .where('event_id', '=', event_id)
        .execute()
    // As if they had all looked a moment ago, for as long as the demonstration lasts.
    await sql`with arrived as (
        insert into sessions (token_hash, expires_at)
        select ${invented} || gen_random_uuid(), shop_now() + interval '1 day' from generate_series(1, ${come}::int)
        returning id
      )
      insert into waiting_room_places (event_id, session_id, lot, seen_at)
      select e.id, a.id, case when ${sql.raw(isOnSale)} then null else gen_random_uuid() end, n.at + interval '1 day'
      from arrived a cross join (select shop_now() as at) n join events e on e.id = ${event_id}`.execute(trx)
    await sql`update waiting_room_places set status = 'over', ended_at = ${shopNow}
      where id in (
        select p.id from waiting_room_places p join sessions s on s.id = p.session_id
        where p.event_id = ${event_id} and p.status in ('waiting', 'admitted') and s.token_hash like ${`${invented}%`}
        order by p.number, p.lot limit ${leave}::int
      )`.execute(trx)
    return trx
      .selectFrom('waiting_room_places')
      .select(({ fn }) => {
        const count = (status: PlaceStatus) => fn.countAll<number>().filterWhere('status', '=', status)
        return [count('waiting').as('waiting'), count('admitted').as('admitted')]
      })
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
  })
}
