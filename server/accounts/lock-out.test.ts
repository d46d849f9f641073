import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { codeFor, newEmail, prove, reserved, userCall } from '#server/testing/buyers.ts'
import { mailsOf } from '#server/testing/mails.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({ trustedProxies: 1 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.db.deleteFrom('limit_counters').execute()
})

const home = '192.0.2.1'
const send = async (visitor: Visitor, email: string) =>
  (await userCall(visitor, 'send_one_time_code', { email })).status
const check = async (visitor: Visitor, email: string, code: string) =>
  (await userCall(visitor, 'check_one_time_code', { email, code })).status
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')
const mailsTo = async (email: string) =>
  (await mailsOf(shop, 'code:')).filter(({ to }) => to === email).length

/** Requests that many codes from sessions of their own; returns the statuses. */
async function ask(address: string, email: string, count: number): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < count; i++) statuses.push(await send(await from(shop, address).visitor(), email))
  return statuses
}

it('sends at most three codes an hour to a mailbox from one address, so that others can still ask [S7]', async () => {
  const email = newEmail()
  expect(await ask('198.51.100.1', email, 5)).toEqual([200, 200, 200, 429, 429])
  const owner = await reserved(from(shop, home))
  expect(await send(owner, email)).toBe(200)
  expect(await check(owner, email, await codeFor(shop, email))).toBe(200)
})

it('does not count the tries of an asker over their own limit against the mailbox [S7]', async () => {
  const email = newEmail()
  await ask('198.51.100.1', email, 8)
  expect(await ask('198.51.100.2', email, 1)).toEqual([200])
})

it('keeps a mail for the owner at their address, whoever else asks from wherever [S7]', async () => {
  const email = newEmail()
  await prove(shop, await reserved(from(shop, home)), email)
  await moveShopTime(shop.db, 3601)
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await ask(address, email, 2)
  expect(await mailsTo(email)).toBe(1 + 4)
  expect(await ask(home, email, 2)).toEqual([200, 429])
  expect(await mailsTo(email)).toBe(1 + 5)
})

it('keeps a mail for the owner in their browser at another address [S7]', async () => {
  const email = newEmail()
  const owner = await reserved(from(shop, home))
  await prove(shop, owner, email)
  await moveShopTime(shop.db, 3601)
  for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3']) await ask(address, email, 2)
  const { status } = await owner.post(
    '/ajax/user/user/send_one_time_code/',
    { email },
    { 'X-Forwarded-For': '192.0.2.77' },
  )
  expect(status).toBe(200)
})

it('accepts the right code in its session after a hundred wrong ones of strangers for the same mailbox [S5]', async () => {
  const email = newEmail()
  const owner = await reserved(from(shop, home))
  await send(owner, email)
  const code = await codeFor(shop, email)
  const stranger = await reserved(from(shop, '198.51.100.1'))
  await send(stranger, email)
  await check(stranger, email, wrongOf(await codeFor(shop, email)))
  await shop.db
    .updateTable('limit_counters')
    .set({ count: 100 })
    .where('key', 'like', 'wrong code for %')
    .execute()
  expect(await check(stranger, email, wrongOf(code))).toBe(429)
  expect(await check(owner, email, code)).toBe(200)
})

it('looks at one try of each code after a hundred wrong ones for an email [S5]', async () => {
  const email = newEmail()
  const stranger = await reserved(from(shop, '198.51.100.1'))
  await send(stranger, email)
  const code = await codeFor(shop, email)
  await check(stranger, email, wrongOf(code))
  await shop.db
    .updateTable('limit_counters')
    .set({ count: 100 })
    .where('key', 'like', 'wrong code for %')
    .execute()
  expect(await check(stranger, email, code)).toBe(429)
  await send(stranger, email)
  expect(await check(stranger, email, await codeFor(shop, email))).toBe(200)
})
