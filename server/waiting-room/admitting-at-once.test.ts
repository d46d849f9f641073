import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { shopNow } from '#server/database/shop-time.ts'
import { inTransaction, type Transaction } from '#server/database/transaction.ts'
import { startShopProcesses, type ShopProcesses } from '#server/testing/shop-processes.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { joinRoom, placesOf, queued, sessionOf } from '#server/testing/waiting-rooms.ts'

import { admitFrom, admitNext, lockEvents } from './admit-next.ts'

let world: ShopProcesses
// No process runs jobs: they would admit every second.
beforeAll(async () => void (world = await startShopProcesses(0)))
afterAll(() => world?.stop())

describe('two processes that admit at the same time', () => {
  /** The first has admitted a visitor and not committed, when the one before them comes back and the second admits. */
  async function admissions(lock: typeof lockEvents): Promise<number> {
    const { db } = world.worker
    const event = await queued(world.worker, 0)
    const [early, late] = [await world.worker.visitor(), await world.worker.visitor()]
    for (const visitor of [early, late]) await joinRoom(visitor, event)
    await admitNext(db, [event.id])
    await db
      .updateTable('waiting_room_places')
      .set({ seen_at: sql<Date>`shop_now() - interval '10 minutes'` })
      .where('event_id', '=', event.id)
      .execute()
    await db.updateTable('events').set({ waiting_room_capacity: 1 }).where('id', '=', event.id).execute()
    const admitOnReturn = async (trx: Transaction, visitor: Visitor) => {
      await trx
        .updateTable('waiting_room_places')
        .set({ seen_at: shopNow, is_away: false })
        .where('session_id', '=', await sessionOf(world.worker, visitor))
        .execute()
      await admitFrom(trx, await lock(trx, [event.id]))
    }
    await inTransaction(db, async (trx) => {
      await admitOnReturn(trx, late)
      await inTransaction(db, (other) => admitOnReturn(other, early))
    })
    return (await placesOf(world.worker, event)).filter(({ status }) => status === 'admitted').length
  }

  it('admit no more than the capacity', async () => {
    expect(await admissions(lockEvents)).toBe(1)
  })

  it('would admit more without the lock, so the test above proves something', async () => {
    expect(await admissions((_, ids = []) => Promise.resolve(ids))).toBe(2)
  })
})
