import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { defaultLimits } from '#server/database/postgres-pool.ts'
import { Slots } from '#server/database/slots.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { passTime } from '#server/testing/pass-time.ts'
import { startPostgres, type Postgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let postgres: Postgres
let shop: TestShop

beforeAll(async () => {
  postgres = await startPostgres()
  const { databaseUrl } = postgres
  // One transaction at a time, and three connections that it leaves for reading.
  shop = await createTestShop({ databaseUrl, databaseLimits: { ...defaultLimits, connections: 4 } })
})
afterAll(async () => {
  await shop?.close()
  await postgres?.stop()
})
afterEach(() => vi.restoreAllMocks())

/** A transaction of somebody else that lasts until it is told to end. */
function transaction() {
  const [begun, ending] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ended = inTransaction(shop.db, async (trx) => {
    await sql`select`.execute(trx)
    begun.resolve()
    await ending.promise
  })
  const end = async () => {
    ending.resolve()
    await ended
  }
  return { begun: begun.promise, end }
}

it('reserves for all who wait in one transaction although others have taken every one [C3]', async () => {
  const event = await offer(shop.db)
  const visitors = await Promise.all(Array.from({ length: 20 }, () => visitorWith(shop, event.entry(1))))
  const elsewhere = transaction()
  await elsewhere.begun
  const waits = vi.spyOn(Slots.prototype, 'take')
  const replies = Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))
  await vi.waitFor(() => expect(waits).toHaveBeenCalled(), 5_000)
  // Reading needs no transaction; meanwhile all have asked.
  expect((await checkoutOf(visitors[0]!)).tickets).toHaveLength(1)
  await elsewhere.end()
  for (const { json } of await replies) expect(json).toMatchObject({ reserved: true })
  const { rows } = await sql`select distinct sales.xmin::text from sales
    join sale_tickets on sale_id = sales.id where ticket_type_id = ${event.ticket()}`.execute(shop.db)
  // Those who came first, and those who came while these waited.
  expect(rows.length).toBeLessThanOrEqual(2)
})

it('releases expired holds although many wait for a transaction [C3]', async () => {
  const event = await offer(shop.db)
  const [late, other] = [await visitorWith(shop, event.entry(1)), await visitorWith(shop, event.entry(1))]
  await call(late, 'reserve_tickets')
  const { id } = await shop.db
    .selectFrom('sales')
    .select('id')
    .where('reference', '=', (await checkoutOf(late)).sale_reference)
    .executeTakeFirstOrThrow()
  const [first, second] = [transaction(), transaction()]
  await first.begun
  await passTime(shop.db, [id], 601)
  const waits = vi.spyOn(Slots.prototype, 'take')
  const reading = checkoutOf(other)
  await vi.waitFor(() => expect(waits).toHaveBeenCalledOnce(), 5_000)
  await first.end()
  await reading
  expect((await event.pool()).held).toBe(0)
  await second.end()
})
