import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { offer, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
let event: Offered
beforeAll(async () => {
  shop = await createTestShop({ trustedProxies: 1, newVisitorsOfAddress: 5 })
  event = await offer(shop.db)
})
afterAll(() => shop.close())

const add = (visitor: Visitor) => visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })

const addFrom = async (address: string) => add(await from(shop, address).visitor())

const stored = async () => {
  const count = (table: 'sessions' | 'sales') =>
    shop.db
      .selectFrom(table)
      .select('id')
      .execute()
      .then((rows) => rows.length)
  return [await count('sessions'), await count('sales')]
}

it('stores as many new visitors of an address as are allowed in ten minutes, and no more rows for the others', async () => {
  const replies = await Promise.all(Array.from({ length: 40 }, () => addFrom('192.0.2.1')))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5)
  const refused = replies.find(({ status }) => status === 429)
  expect(refused?.json.message).toBe(
    'Many people from your network have begun to buy. Please try again in a few minutes',
  )
  expect(refused?.headers.get('Retry-After')).toBe('60')
  expect(await stored()).toEqual([5, 5])
  expect((await addFrom('192.0.2.2')).status).toBe(200)
  await moveShopTime(shop.db, 601)
  expect((await addFrom('192.0.2.1')).status).toBe(200)
})

it('lets those who have a basket go on, and anybody look', async () => {
  const visitor = await from(shop, '192.0.2.3').visitor()
  expect((await add(visitor)).status).toBe(200)
  for (let count = 0; count < 10; count++) await addFrom('192.0.2.3')
  expect((await addFrom('192.0.2.3')).status).toBe(429)
  expect((await add(visitor)).status).toBe(200)
  const onlooker = await from(shop, '192.0.2.3').visitor()
  expect((await onlooker.get('/ajax/checkout/checkout/get/')).status).toBe(200)
})
