import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { reserved, saleOf } from '#server/testing/buyers.ts'
import { checkoutOf } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

import { followClock } from './clock-set-back.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const remaining = async (visitor: Visitor): Promise<number> => (await checkoutOf(visitor)).seconds_remaining

it("does not lengthen a hold when the database's clock is set back [C25]", async () => {
  const visitor = await reserved(shop)
  await followClock(shop.db)
  await moveShopTime(shop.db, -300)
  expect(await followClock(shop.db)).toBeGreaterThan(290)
  expect(await remaining(visitor)).toBeLessThanOrEqual(600)
  // The time that the hold has had counts.
  await moveShopTime(shop.db, 590)
  await followClock(shop.db)
  await moveShopTime(shop.db, -3600)
  await followClock(shop.db)
  expect(await remaining(visitor)).toBeLessThanOrEqual(10)
  await moveShopTime(shop.db, 11)
  expect((await checkoutOf(visitor)).state).toBe('basket')
})

it('shortens holds once for each time, whichever process looks at the clock [C25]', async () => {
  const visitor = await reserved(shop)
  await followClock(shop.db)
  await moveShopTime(shop.db, -300)
  const looks = await Promise.all([followClock(shop.db), followClock(shop.db), followClock(shop.db)])
  expect(looks.filter((seconds) => seconds > 0)).toHaveLength(1)
  expect(await followClock(shop.db)).toBe(0)
  expect(await remaining(visitor)).toBeGreaterThan(570)
})

it('gives a hold that is taken just after the clock was set back its ten minutes [C25]', async () => {
  const before = await reserved(shop)
  await followClock(shop.db)
  await moveShopTime(shop.db, -1800)
  const after = await reserved(shop)
  await followClock(shop.db)
  for (const visitor of [before, after]) {
    expect(await remaining(visitor)).toBeGreaterThan(570)
    expect(await remaining(visitor)).toBeLessThanOrEqual(600)
  }
})

it('keeps the seats of a hold no longer than the hold [C25]', async () => {
  const visitor = await reserved(shop)
  const { id } = await saleOf(shop, visitor)
  const { id: event_date_id } = await shop.db
    .selectFrom('event_dates')
    .select('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const claim = { event_date_id, label: 'Stalls-Z-1', sale_id: id, status: 'held' } as const
  await shop.db
    .insertInto('seat_claims')
    .values({ ...claim, token: 't', token_ends_at: shopNow, kept_until: shopNow })
    .execute()
  await followClock(shop.db)
  await moveShopTime(shop.db, -300)
  const seconds = await followClock(shop.db)
  const kept = shop.db.selectFrom('seat_claims').select('kept_until').where('sale_id', '=', id)
  const { kept_until } = await kept.executeTakeFirstOrThrow()
  const { now } = await shop.db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow()
  expect(seconds).toBeGreaterThan(290)
  expect(kept_until!.getTime()).toBeLessThanOrEqual(now.getTime())
})
