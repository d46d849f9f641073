import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop({ trustedProxies: 1 })))
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const solve = async (): Promise<string> => {
  const reply = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}

const reserve = async (visitor: Visitor, token = '') =>
  (await call(visitor, 'reserve_tickets', token ? { 'h-captcha-response': token } : {})).json

/** Reserves as a new visitor at an address, passes the captcha if one is asked for, and lets the hold expire. */
async function keepUnbought(address: string, event: Offered, qty: number) {
  const visitor = await visitorWith(from(shop, address), event.entry(qty))
  const first = await reserve(visitor)
  const last = first.captcha ? await reserve(visitor, await solve()) : first
  await moveShopTime(shop.db, 601)
  await checkoutOf(visitor)
  return { isAsked: first.captcha === true, isHeld: last.reserved === true, error: last.error }
}

/** Reserves and pays as a new visitor at an address. */
async function buy(address: string, event: Offered, qty: number) {
  const visitor = await visitorWith(from(shop, address), event.entry(qty))
  const reply = await reserve(visitor)
  if (!reply.reserved) return reply
  await call(visitor, 'save_guest_to_sale', { email: `${event.id}@example.com`, fullname: 'Ada Lovelace' })
  await shop.db
    .updateTable('sales')
    .set({ guest_email: 'ada@example.com', guest_name: 'Ada Lovelace' })
    .where('reference', '=', reply.sale_reference)
    .execute()
  return (await pay(shop, visitor)).json
}

it('lets a rival who takes a new session every ten minutes hold a whole event twice in four hours, the second time after a captcha', async () => {
  const event = await offer(shop.db, { places: 50 })
  const turns = []
  for (let turn = 0; turn < 24; turn++) turns.push(await keepUnbought('192.0.2.1', event, 50))
  expect(turns[0]).toMatchObject({ isAsked: false, isHeld: true })
  expect(turns[1]).toMatchObject({ isAsked: true, isHeld: true })
  expect(turns.filter(({ isHeld }) => isHeld)).toHaveLength(2)
  expect(turns[2]?.error).toBe(
    'Many of these tickets were reserved by you or from your network and not bought. Please try again later',
  )
  const neighbour = await offer(shop.db, { places: 50 })
  expect(await reserve(await visitorWith(from(shop, '192.0.2.1'), neighbour.entry(50)))).toMatchObject({
    reserved: true,
  })
  expect(await reserve(await visitorWith(from(shop, '192.0.2.2'), event.entry(50)))).toMatchObject({
    reserved: true,
  })
})

it('counts a browser that changes its address', async () => {
  const event = await offer(shop.db, { places: 50 })
  const visitor = await visitorWith(from(shop, '192.0.2.3'), event.entry(50))
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  await moveShopTime(shop.db, 590)
  await call(visitor, 'destroy_sale')
  const { id } = await shop.db
    .selectFrom('sessions')
    .select('id')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  // As from another address.
  await shop.db.deleteFrom('limit_counters').where('key', 'not like', `unbought % by ${id}`).execute()
  expect(await reserve(visitor)).toMatchObject({ captcha: true })
})

it('asks nobody at an address for a captcha where most tickets are bought', async () => {
  const event = await offer(shop.db, { places: 60 })
  for (let buyer = 0; buyer < 5; buyer++)
    expect(await buy('192.0.2.4', event, 6)).toEqual({ status: 'success' })
  for (let turn = 0; turn < 5; turn++)
    expect(await keepUnbought('192.0.2.4', event, 10)).toMatchObject({ isAsked: false, isHeld: true })
  expect(await buy('192.0.2.4', event, 2)).toEqual({ status: 'success' })
})

it.each([
  [50, 4],
  [5, 4],
  [4, 4],
])(
  'lets a buyer in a pool of %i edit a basket of %i after less than a minute as often as any other buyer',
  async (places, qty) => {
    const event = await offer(shop.db, { places })
    const visitor = await visitorWith(from(shop, `192.0.2.${100 + places}`), event.entry(qty))
    for (let turn = 0; turn < 12; turn++) {
      const first = await reserve(visitor)
      expect(first.captcha === true).toBe(turn >= 5)
      const last = first.captcha ? await reserve(visitor, await solve()) : first
      expect(last).toMatchObject({ reserved: true })
      await moveShopTime(shop.db, 40)
      await call(visitor, 'destroy_sale')
    }
  },
)

it('counts a rival in full who edits the basket shortly before the hold expires', async () => {
  const event = await offer(shop.db, { places: 50 })
  const visitor = await visitorWith(from(shop, '192.0.2.7'), event.entry(50))
  const turns = []
  for (let turn = 0; turn < 4; turn++) {
    const first = await reserve(visitor)
    const last = first.captcha ? await reserve(visitor, await solve()) : first
    turns.push(last.reserved === true)
    await moveShopTime(shop.db, 590)
    await call(visitor, 'destroy_sale')
  }
  expect(turns).toEqual([true, true, false, false])
})

it('forgets after four hours', async () => {
  const event = await offer(shop.db, { places: 10 })
  for (let turn = 0; turn < 3; turn++) await keepUnbought('192.0.2.6', event, 10)
  expect(await keepUnbought('192.0.2.6', event, 10)).toMatchObject({ isHeld: false })
  await moveShopTime(shop.db, 4 * 3600)
  expect(await keepUnbought('192.0.2.6', event, 10)).toMatchObject({ isAsked: false, isHeld: true })
})
