import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { from } from '#server/testing/addresses.ts'
import { newEmail } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { call, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let event: Offered
beforeAll(async () => {
  shop = await createTestShop({ trustedProxies: 1, freeOrdersWithoutCaptcha: 4 })
  event = await offer(shop.db, {
    places: 1000,
    organiser: { is_express: true },
    tickets: { adult: { price: 0 } },
  })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const solve = async (): Promise<string> => {
  const reply = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}

/** Orders a free ticket without proving the email, and returns the reply to the last call. */
async function order(address: string, email: string, { fullname = 'Grace Hopper', token = '' } = {}) {
  const visitor = await visitorWith(from(shop, address), event.entry(1))
  const reserved = await call(visitor, 'reserve_tickets', token ? { 'h-captcha-response': token } : {})
  if (!reserved.json.reserved) return reserved
  const saved = await call(visitor, 'save_guest_to_sale', { email, fullname })
  return saved.status === 200 ? call(visitor, 'claim_free_tickets') : saved
}

const receiptsTo = async (email: string) => (await mailsOf(shop, 'receipt:')).filter(({ to }) => to === email)

it('sends a mailbox three orders a day from one address, so that others can still order for it [S36, S43]', async () => {
  const email = newEmail()
  for (let count = 1; count <= 4; count++)
    expect((await order('192.0.2.1', email)).status).toBe(count <= 3 ? 200 : 429)
  expect(await receiptsTo(email)).toHaveLength(3)
  expect((await order('192.0.2.2', email)).status).toBe(200)
})

it('sends a mailbox ten orders a day from any number of addresses [S36, S43]', async () => {
  const email = newEmail()
  for (let count = 1; count <= 11; count++)
    expect((await order(`198.51.100.${count}`, email)).status).toBe(count <= 10 ? 200 : 429)
  expect(await receiptsTo(email)).toHaveLength(10)
})

it('asks an address that places many free orders for a captcha, and no other [S36, S43]', async () => {
  for (let count = 1; count <= 4; count++)
    expect((await order('192.0.2.3', newEmail())).json).toEqual({ success: true })
  expect((await order('192.0.2.3', newEmail())).json).toMatchObject({ captcha: true, error: '' })
  expect((await order('192.0.2.3', newEmail(), { token: await solve() })).json).toEqual({ success: true })
  expect((await order('192.0.2.4', newEmail())).json).toEqual({ success: true })
})

it.each([
  'Win at https://evil.example',
  'www.evil.example now',
  'evil.com prize',
  'Ada\r\nBcc: eve@evil.example',
])('sends no mail with the name %j [S36]', async (fullname) => {
  const email = newEmail()
  expect((await order('192.0.2.5', email, { fullname })).status).toBe(422)
  expect(await receiptsTo(email)).toHaveLength(0)
})
