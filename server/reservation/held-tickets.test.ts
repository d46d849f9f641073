import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { signedIn } from '#server/testing/browser.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { startPostgres } from '#server/testing/postgres.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let postgres: Awaited<ReturnType<typeof startPostgres>>
let shop: TestShop
beforeAll(async () => {
  postgres = await startPostgres()
  shop = await createTestShop({
    databaseUrl: postgres.databaseUrl,
    trustedProxies: 1,
    heldTickets: { withoutCaptcha: 6, maxPerPerson: 10, maxPerAddress: 20 },
  })
})
afterAll(async () => {
  await shop.close()
  await postgres.stop()
})

const reserve = async (visitor: Visitor, token = '') =>
  (await call(visitor, 'reserve_tickets', token ? { 'h-captcha-response': token } : {})).json

/** A token of the simulated captcha, which a person has solved. */
const solve = async (): Promise<string> => {
  const reply = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}

const basketsAt = (address: string, event: Offered, count: number, qty: number) =>
  Promise.all(Array.from({ length: count }, () => visitorWith(from(shop, address), event.entry(qty))))

it('holds no more than the limit for 20 sessions of one address that reserve simultaneously [S11]', async () => {
  const event = await offer(shop.db, { places: 100 })
  const baskets = await basketsAt('192.0.2.1', event, 20, 2)
  const replies = await Promise.all(baskets.map((visitor) => reserve(visitor)))
  expect(replies.filter((reply) => reply.reserved)).toHaveLength(3)
  expect(replies.filter((reply) => reply.captcha)).toHaveLength(17)
  expect((await event.pool()).held).toBe(6)
})

it('lets people at a shared address reserve on with a captcha, and refuses far above [S11]', async () => {
  const event = await offer(shop.db, { places: 100 })
  const baskets = await basketsAt('192.0.2.2', event, 11, 2)
  const replies = []
  for (const visitor of baskets) replies.push(await reserve(visitor, await solve()))
  expect(replies.slice(0, 10).map(({ reserved }) => reserved)).toEqual(Array(10).fill(true))
  expect(replies[10].error).toContain('Too many tickets are reserved')
  expect((await event.pool()).held).toBe(20)
  const [elsewhere] = await basketsAt('192.0.2.3', event, 1, 2)
  expect(await reserve(elsewhere!)).toMatchObject({ reserved: true })
})

it('counts no tickets against a person that a stranger holds who typed their email', async () => {
  const express = await offer(shop.db, { places: 100, organiser: { is_express: true } })
  const email = newEmail()
  const { visitor } = await signedIn(shop, email)
  const [stranger] = await basketsAt('192.0.2.20', express, 1, 6)
  await reserve(stranger!)
  expect((await call(stranger!, 'save_guest_to_sale', { email, fullname: 'Eve Smith' })).json).toEqual({
    error: '',
  })
  await visitor.post('/do/checkout/add/', { ticket: [express.entry(6)] })
  expect(await reserve(visitor)).toMatchObject({ reserved: true })
})

it('keeps the captcha in the checkout for a reload until the tickets are reserved [CAPT-11] [S11]', async () => {
  const event = await offer(shop.db, { places: 100 })
  const [first, second] = await basketsAt('192.0.2.6', event, 2, 6)
  await reserve(first!)
  expect((await checkoutOf(second!)).captcha_sitekey).toBe('')
  const { captcha_sitekey } = await reserve(second!)
  expect(captcha_sitekey).not.toBe('')
  expect(await checkoutOf(second!)).toMatchObject({ captcha_sitekey })
  expect(await reserve(second!, await solve())).toMatchObject({ reserved: true })
  expect((await checkoutOf(second!)).captcha_sitekey).toBe('')
  await moveShopTime(shop.db, 601)
  expect((await checkoutOf(second!)).captcha_sitekey).toBe('')
})

it('makes room when tickets are released and when holds expire [S11]', async () => {
  const event = await offer(shop.db, { places: 100 })
  const [first, second, third] = await basketsAt('192.0.2.4', event, 3, 6)
  expect(await reserve(first!)).toMatchObject({ reserved: true })
  expect(await reserve(second!)).toMatchObject({ captcha: true, error: '' })
  await call(first!, 'destroy_sale')
  expect(await reserve(second!)).toMatchObject({ reserved: true })
  expect(await reserve(third!)).toMatchObject({ captcha: true })
  await moveShopTime(shop.db, 601)
  expect(await reserve(third!)).toMatchObject({ reserved: true })
})

it('ends keeping tickets by reserving them again and again [S11]', async () => {
  const event = await offer(shop.db)
  const [visitor] = await basketsAt('192.0.2.5', event, 1, 1)
  let times = 0
  for (; times < 20; times++) {
    const reply = await reserve(visitor!, times < 5 ? '' : await solve())
    if (!reply.reserved) break
    await moveShopTime(shop.db, 601)
  }
  expect(times).toBe(12)
  expect(await reserve(visitor!)).toMatchObject({ error: expect.stringContaining('many times') })
  await moveShopTime(shop.db, 4 * 3600)
  expect(await reserve(visitor!)).toMatchObject({ reserved: true })
})
