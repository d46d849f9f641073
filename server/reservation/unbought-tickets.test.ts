import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { releaseExpired } from '#server/reservation/expiry.ts'
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
  const { isAsked, reserved, error } = await reserveAsHuman(visitor)
  await moveShopTime(shop.db, 601)
  await checkoutOf(visitor)
  return { isAsked, isHeld: reserved === true, error }
}

/** Reserves and pays as a new visitor at an address. */
async function buy(address: string, event: Offered, qty: number) {
  const visitor = await visitorWith(from(shop, address), event.entry(qty))
  const reply = await reserve(visitor)
  if (!reply.reserved) return reply
  return payAsGuest(visitor, reply.sale_reference)
}

async function payAsGuest(visitor: Visitor, reference: string) {
  await shop.db
    .updateTable('sales')
    .set({ guest_email: 'ada@example.com', guest_name: 'Ada Lovelace' })
    .where('reference', '=', reference)
    .execute()
  return (await pay(shop, visitor)).json
}

/** Reserves with a captcha if one is asked for; returns the last reply, and whether it was asked for. */
async function reserveAsHuman(visitor: Visitor) {
  const first = await reserve(visitor)
  const reply = first.captcha ? await reserve(visitor, await solve()) : first
  return { ...reply, isAsked: first.captcha === true }
}

/** Puts tickets into the basket of a new visitor; null if not so many are left. */
async function come(address: string, event: Offered, qty: number): Promise<Visitor | null> {
  const visitor = await from(shop, address).visitor()
  const { status } = await visitor.post('/do/checkout/add/', { ticket: [event.entry(qty)] })
  return status === 200 ? visitor : null
}

/** Takes as many tickets of an event as the shop lets a rival have in new sessions; returns how many, and the captchas passed. */
async function takeAll(address: string, event: Offered) {
  let [held, captchas] = [0, 0]
  for (let qty = 50; qty >= 1;) {
    const visitor = await come(address, event, qty)
    const reply = visitor && (await reserveAsHuman(visitor))
    if (reply?.isAsked) captchas++
    if (reply?.reserved) held += qty
    else qty = Math.floor(qty / 2)
  }
  return { held, captchas }
}

/** Somebody who comes back with the same browser every ten minutes until they have their ticket. */
interface Honest {
  address: string
  visitor: Visitor | null
  captchas: number
  tries: number
}

async function tryToBuy(buyer: Honest, event: Offered): Promise<boolean> {
  buyer.tries++
  buyer.visitor ??= await come(buyer.address, event, 1)
  if (!buyer.visitor) return false
  const reply = await reserveAsHuman(buyer.visitor)
  if (reply.isAsked) buyer.captchas++
  if (!reply.reserved) return false
  expect(await payAsGuest(buyer.visitor, reply.sale_reference)).toEqual({ status: 'success' })
  return true
}

it('sells to everybody at a rival’s address and elsewhere who comes back, and lets the rival hold half of the event at most', async () => {
  const event = await offer(shop.db, { places: 50 })
  const honest = (address: (index: number) => string): Honest[] =>
    Array.from({ length: 20 }, (_, i) => ({ address: address(i), visitor: null, captchas: 0, tries: 0 }))
  const here = honest(() => '192.0.2.1')
  const elsewhere = honest((index) => `198.51.100.${index}`)
  const turns = []
  let waiting: Honest[] = []
  for (let turn = 0; turn < 24; turn++) {
    turns.push(await takeAll('192.0.2.1', event))
    const come = [...waiting, ...here.slice(turn, turn + 1), ...elsewhere.slice(turn, turn + 1)]
    waiting = []
    for (const buyer of come) if (!(await tryToBuy(buyer, event))) waiting.push(buyer)
    await moveShopTime(shop.db, 601)
    await releaseExpired(shop.db)
  }
  expect(waiting).toEqual([])
  expect((await event.pool()).sold).toBe(40)
  expect(turns[0]).toEqual({ held: 50, captchas: 0 })
  expect(Math.max(...turns.slice(1).map(({ held }) => held))).toBeLessThanOrEqual(25)
  expect(Math.max(...here.map(({ captchas }) => captchas))).toBe(1)
  expect(Math.max(...elsewhere.map(({ captchas }) => captchas))).toBe(0)
  expect(Math.max(...here.map(({ tries }) => tries))).toBeLessThanOrEqual(3)
  expect(Math.max(...elsewhere.map(({ tries }) => tries))).toBeLessThanOrEqual(2)
}, 120_000)

it('limits a rival by the event and by the address', async () => {
  const [event, neighbour] = [await offer(shop.db, { places: 50 }), await offer(shop.db, { places: 50 })]
  for (let turn = 0; turn < 2; turn++) await keepUnbought('192.0.2.8', event, 50)
  expect(await keepUnbought('192.0.2.8', event, 50)).toMatchObject({
    isAsked: true,
    error:
      'Many of these tickets were reserved from your network and not bought. Please choose at most 6 at a time',
  })
  expect(await reserve(await visitorWith(from(shop, '192.0.2.8'), neighbour.entry(50)))).toMatchObject({
    reserved: true,
  })
  expect(await reserve(await visitorWith(from(shop, '192.0.2.9'), event.entry(50)))).toMatchObject({
    reserved: true,
  })
})

it('serves those at a rival’s address in the order in which they came, and forgets who does not come back', async () => {
  const event = await offer(shop.db, { places: 40 })
  await keepUnbought('192.0.2.10', event, 40)
  const reserveNew = async (qty: number) =>
    reserveAsHuman(await visitorWith(from(shop, '192.0.2.10'), event.entry(qty)))
  for (let hold = 0; hold < 4; hold++) expect(await reserveNew(5)).toMatchObject({ reserved: true })
  const first = await visitorWith(from(shop, '192.0.2.10'), event.entry(5))
  expect(await reserveAsHuman(first)).toMatchObject({ error: comeBack })
  for (let gone = 0; gone < 2; gone++) expect(await reserveNew(5)).toMatchObject({ error: comeBack })
  await moveShopTime(shop.db, 601)
  expect(await reserveNew(5)).toMatchObject({ reserved: true })
  expect(await reserveNew(1)).toMatchObject({ error: comeBack })
  expect(await reserveAsHuman(first)).toMatchObject({ reserved: true, isAsked: false })
  await moveShopTime(shop.db, 601)
  for (let hold = 0; hold < 3; hold++) expect(await reserveNew(5)).toMatchObject({ reserved: true })
})

const comeBack =
  'Many of these tickets were reserved from your network and not bought. Please try again in ten minutes: you are then before those who come later'

/** Forgets what addresses have not bought, as if a browser came from another one. */
async function moveToNewAddress() {
  await sql`delete from limit_counters where key like 'unbought %' and key !~ ' by [0-9a-f-]{36}$'`.execute(
    shop.db,
  )
}

it('counts a browser that changes its address', async () => {
  const event = await offer(shop.db, { places: 50 })
  const visitor = await visitorWith(from(shop, '192.0.2.3'), event.entry(50))
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
  await moveShopTime(shop.db, 590)
  await call(visitor, 'destroy_sale')
  await moveToNewAddress()
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

it('refuses a browser that edits the basket shortly before its hold expires, wherever it comes from', async () => {
  const event = await offer(shop.db, { places: 50 })
  const visitor = await visitorWith(from(shop, '192.0.2.7'), event.entry(50))
  const turns = []
  for (let turn = 0; turn < 4; turn++) {
    const first = await reserve(visitor)
    const last = first.captcha ? await reserve(visitor, await solve()) : first
    turns.push(last.reserved === true)
    await moveShopTime(shop.db, 590)
    await call(visitor, 'destroy_sale')
    await moveToNewAddress()
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
