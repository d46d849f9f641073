import { afterAll, beforeAll, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { visit } from '#sandbox/visitor.ts'
import { call } from '#server/testing/offers.ts'
import { payer, press } from '#server/testing/payers.ts'
import type { Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: () => Promise<void>
beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop())

const poll = async (visitor: Visitor) => (await call(visitor, 'get_truelayer_status')).json.truelayer_status

/** Counts the requests of both processes for a payment's status until the test has ended. */
function countAsked(): { asked: number; stop: () => void } {
  const counted = { asked: 0, stop: () => shops.forEach((shop) => void (shop.answer = null)) }
  for (const shop of shops)
    shop.answer = async (request) => {
      if (request.method === 'GET' && /payments\/[^/]+$/.test(request.url)) counted.asked++
      return shop.app.request(request)
    }
  return counted
}

it('asks the bank once when 100 polls of a payment reach two processes simultaneously [S44]', async () => {
  const [shop, second] = shops
  const { visitor } = await payer(shop)
  await call(visitor, 'create_truelayer_payment')
  const other = await visit(second.app, second.config.origin, visitor.cookies)
  const counted = countAsked()
  const begin = performance.now()
  const replies = await times(100, (index) => poll(index % 2 ? visitor : other))
  const { asked } = counted
  counted.stop()
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set(['open']))
  expect(new Set(replies.map((reply) => reply.truelayer_status_error))).toEqual(new Set(['']))
  // Once for each second that the polls take on this machine.
  expect(asked).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begin) / 1000))
  expect(asked).toBeGreaterThan(0)
})

it('asks the bank again at the pace of the page, and shows what it says [S44]', async () => {
  const [shop] = shops
  const { visitor } = await payer(shop)
  const { url } = (await call(visitor, 'create_truelayer_payment')).json
  expect(await poll(visitor)).toMatchObject({ payment_completed: false, status: 'open' })
  await press(shop, url, 'pay')
  await moveShopTime(shop.db, 1.5)
  expect(await poll(visitor)).toMatchObject({ payment_completed: true, status: 'succeeded' })
})
