import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it.each(['send_customer_feedback'])('replies 501 to %s', async (name) => {
  const reply = await (await shop.visitor()).post(`/ajax/checkout/checkout/${name}/`)
  expect([reply.status, reply.json.message]).toEqual([501, 'This shop does not support this yet'])
})

it.each([
  '/ajax/checkout/checkout/get_reward_referrer_link/',
  '/ajax/organiser/event_dates/get_event_date/lantern-evening-friday/',
  '/ajax/organiser/event_dates/get_current_seating_plan/lantern-evening-friday/',
])('replies 501 to %s', async (path) => {
  expect((await (await shop.visitor()).get(path)).status).toBe(501)
})
