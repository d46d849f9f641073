import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

it.each([
  '/ajax/organiser/event_dates/get_event_date/lantern-evening-friday/',
  '/ajax/organiser/event_dates/get_current_seating_plan/lantern-evening-friday/',
])('replies 501 to %s', async (path) => {
  const reply = await (await shop.visitor()).get(path)
  expect([reply.status, reply.json?.message]).toEqual([501, 'This shop does not support this yet'])
})
