import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { payInFull } from '#server/testing/pay-in-full.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { joinRoom, placesOf, queued } from '#server/testing/waiting-rooms.ts'

import { refusals } from './extend-hold.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const extend = (visitor: Visitor) => call(visitor, 'extend_hold')

/** A buyer who holds two tickets, of which eight and a half minutes have passed. */
async function holder(event: Offered): Promise<Visitor> {
  const visitor = await visitorWith(shop, event.entry(2))
  expect((await call(visitor, 'reserve_tickets')).json.reserved).toBe(true)
  await moveShopTime(shop.db, 510)
  return visitor
}

const saleOf = async (visitor: Visitor) => {
  const { sale_reference } = await checkoutOf(visitor)
  return shop.db
    .selectFrom('sales')
    .selectAll()
    .where('reference', '=', sale_reference)
    .executeTakeFirstOrThrow()
}

/** Whole minutes, rounded: the test takes a moment, too. */
const minutes = (seconds: number) => Math.round((seconds / 60) * 10) / 10

describe('a buyer who asks for more time', () => {
  it('has five minutes more, and the page and every later call know it', async () => {
    const event = await offer(shop.db)
    const visitor = await holder(event)
    expect((await checkoutOf(visitor)).can_extend_hold).toBe(true)
    const { json } = await extend(visitor)
    expect(json).toMatchObject({ extended: true, message: '' })
    expect(minutes(json.seconds_remaining)).toBe(6.5)
    const { seconds_remaining, can_extend_hold } = await checkoutOf(visitor)
    expect(minutes(seconds_remaining)).toBe(6.5)
    expect(can_extend_hold).toBe(false)
    await moveShopTime(shop.db, 380)
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(0)
    expect((await event.pool()).held).toBe(2)
    await moveShopTime(shop.db, 20)
    expect((await checkoutOf(visitor)).seconds_remaining).toBe(0)
    expect((await event.pool()).held).toBe(0)
  })

  it('has it once, and is told how long the tickets are held', async () => {
    const visitor = await holder(await offer(shop.db))
    await extend(visitor)
    await moveShopTime(shop.db, 300)
    const { json } = await extend(visitor)
    expect(json).toMatchObject({ extended: false, message: refusals.again })
    expect(minutes(json.seconds_remaining)).toBe(1.5)
  })

  it('has it again for the next hold of the basket', async () => {
    const visitor = await holder(await offer(shop.db))
    await extend(visitor)
    await call(visitor, 'destroy_sale')
    expect((await checkoutOf(visitor)).can_extend_hold).toBe(true)
    await call(visitor, 'reserve_tickets')
    expect((await extend(visitor)).json.extended).toBe(true)
  })

  it('has none once the hold has expired, before a hold, or after the payment', async () => {
    const event = await offer(shop.db)
    const late = await holder(event)
    await moveShopTime(shop.db, 91)
    expect(await extend(late)).toMatchObject({ status: 409 })
    expect((await event.pool()).held).toBe(0)
    expect(await extend(await visitorWith(shop, event.entry(1)))).toMatchObject({ status: 409 })
    expect(await extend(await shop.visitor())).toMatchObject({ status: 409 })
    const buyer = await holder(event)
    await payInFull(shop, (await saleOf(buyer)).id)
    expect((await checkoutOf(buyer)).can_extend_hold).toBe(false)
    expect(await extend(buyer)).toMatchObject({ status: 409 })
  })

  it('has every minute counted for which the tickets were not bought', async () => {
    const event = await offer(shop.db)
    const visitor = await holder(event)
    await extend(visitor)
    await moveShopTime(shop.db, 240)
    await call(visitor, 'destroy_sale')
    const counted = await shop.db
      .selectFrom('limit_counters')
      .select('count')
      .where('key', 'like', 'unbought %')
      .execute()
    // Two tickets, thirteen minutes
    expect(new Set(counted.map(({ count }) => count))).toEqual(new Set([26]))
  })
})

describe('a buyer of an event with a waiting room', () => {
  it('has more time while nobody waits, and stays admitted for as long', async () => {
    const event = await queued(shop, 1)
    const visitor = await holder(event)
    expect((await checkoutOf(visitor)).can_extend_hold).toBe(true)
    expect((await extend(visitor)).json.extended).toBe(true)
    await moveShopTime(shop.db, 380)
    await call(visitor, 'destroy_sale')
    expect((await call(visitor, 'reserve_tickets')).json).toMatchObject({ reserved: true })
    expect((await placesOf(shop, event)).map(({ status }) => status)).toEqual(['admitted'])
  })

  it('has none while others wait, and is told why', async () => {
    const event = await queued(shop, 1)
    const visitor = await holder(event)
    await joinRoom(await shop.visitor(), event)
    expect((await checkoutOf(visitor)).can_extend_hold).toBe(false)
    const { json } = await extend(visitor)
    expect(json).toMatchObject({ extended: false, message: refusals.othersWait })
    expect(minutes(json.seconds_remaining)).toBe(1.5)
    await moveShopTime(shop.db, 91)
    await checkoutOf(visitor)
    expect((await event.pool()).held).toBe(0)
  })

  it('has it although others wait for another event', async () => {
    const [own, other] = [await queued(shop, 1), await queued(shop, 0)]
    const visitor = await holder(own)
    await joinRoom(await shop.visitor(), other)
    expect((await extend(visitor)).json.extended).toBe(true)
  })
})
