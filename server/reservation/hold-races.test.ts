import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import type { Fields, Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, type TwoShops } from '#server/testing/two-shops.ts'

import { releaseExpired } from './expiry.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const crowd = (count: number, entries: (i: number) => Fields[]): Promise<Visitor[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => visitorWith(shops[i % 2]!, ...entries(i))))

const reserveAll = async (visitors: Visitor[]) =>
  (await Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))).map((reply) => {
    expect(reply.status, reply.text).toBe(200)
    return reply.json
  })

it.each([1, 2, 10])('reserves exactly the last %i tickets for 40 simultaneous buyers', async (places) => {
  const event = await offer(shops[0].db, { places })
  const replies = await reserveAll(await crowd(40, () => [event.entry(1)]))
  expect(replies.filter((reply) => reply.reserved)).toHaveLength(places)
  for (const reply of replies.filter((reply) => !reply.reserved))
    expect(reply.error).toContain('not enough tickets left')
  expect(await event.pool()).toMatchObject({ held: places, sold: 0 })
})

it('reserves baskets with several pools in any order without deadlocks', async () => {
  const events = await Promise.all(Array.from({ length: 5 }, () => offer(shops[0].db)))
  const visitors = await crowd(40, (i) => {
    const turned = [...events.slice(i % 5), ...events.slice(0, i % 5)]
    return (i % 2 ? turned : turned.toReversed()).slice(0, 4).map((event) => event.entry(1))
  })
  const replies = await reserveAll(visitors)
  expect(replies.every((reply) => reply.reserved)).toBe(true)
  const held = await Promise.all(events.map(async (event) => (await event.pool()).held))
  expect(held.reduce((sum, count) => sum + count, 0)).toBe(160)
})

it('lets three of 40 simultaneous buyers use a code with three uses', async () => {
  const event = await offer(shops[0].db)
  const code = 'THREETIMES'
  await shops[0].db
    .insertInto('discount_codes')
    .values({
      code,
      kind: 'ticket_percent',
      amount: 1000,
      max_uses: 3,
      organiser_id: null,
      event_id: null,
      currency: null,
    })
    .execute()
  const visitors = await crowd(40, () => [event.entry(1)])
  await Promise.all(visitors.map((visitor) => call(visitor, 'set_code', { code })))
  const replies = await reserveAll(visitors)
  expect(replies.filter((reply) => reply.reserved)).toHaveLength(3)
  for (const reply of replies.filter((reply) => !reply.reserved))
    expect(reply.error).toContain('Your total is now £10.00')
  const row = await shops[0].db
    .selectFrom('discount_codes')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ held: 3, used: 0 })
  const losers = visitors.filter((_, index) => !replies[index].reserved)
  expect((await reserveAll(losers)).every((reply) => reply.reserved)).toBe(true)
})

it("never holds more than a gift voucher's balance", async () => {
  const event = await offer(shops[0].db)
  const code = 'SHAREDMONEY'
  await shops[0].db
    .insertInto('issued_vouchers')
    .values({
      code,
      sale_id: null,
      product_id: null,
      organiser_id: event.organiserId,
      currency: 'GBP',
      value: 4500,
      balance: 4500,
      expires_at: new Date('2999-01-01'),
    })
    .execute()
  const visitors = await crowd(20, () => [event.entry(1)])
  await Promise.all(visitors.map((visitor) => call(visitor, 'set_code', { code })))
  // Who finds less money on the voucher is told the new total first, and reserves at that.
  let left = visitors
  for (let round = 0; left.length > 0 && round < 4; round++) {
    const replies = await reserveAll(left)
    left = left.filter((_, index) => !replies[index].reserved)
  }
  expect(left).toEqual([])
  const applied = await Promise.all(
    visitors.map(async (visitor) => Number((await checkoutOf(visitor)).gift_vouchers_applied_total)),
  )
  expect(applied.reduce((sum, amount) => sum + amount, 0)).toBe(45)
  const row = await shops[0].db
    .selectFrom('issued_vouchers')
    .selectAll()
    .where('code', '=', code)
    .executeTakeFirstOrThrow()
  expect(row.held).toBe(4500)
})

it('creates one hold for simultaneous requests of one visitor', async () => {
  const event = await offer(shops[0].db)
  const [visitor] = await crowd(1, () => [event.entry(2)])
  const replies = await reserveAll(Array.from({ length: 10 }, () => visitor!))
  expect(new Set(replies.map((reply) => reply.sale_reference)).size).toBe(1)
  expect(replies.filter((reply) => reply.fresh_reservation)).toHaveLength(1)
  expect((await event.pool()).held).toBe(2)
})

it('releases every ticket once when edits, expiry and two sweeps coincide', async () => {
  const event = await offer(shops[0].db)
  const visitors = await crowd(20, () => [event.entry(2)])
  await reserveAll(visitors)
  expect((await event.pool()).held).toBe(40)
  await moveShopTime(shops[0].db, 600)
  await Promise.all([
    ...visitors.map((visitor, i) => (i % 2 ? call(visitor, 'destroy_sale') : checkoutOf(visitor))),
    ...shops.map((shop) => releaseExpired(shop.db)),
  ])
  expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
})
