import { afterAll, beforeAll, expect, it } from 'vitest'

import { checkoutOf, offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { checkoutReplySchema } from '#src/checkout/schemas/checkout.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const inDays = (days: number) => ({ starts_at: new Date(Date.now() + days * 86_400_000) })

/** The titles of the events that a visitor without a basket is shown, by organiser. */
async function shown() {
  const { organisers } = checkoutReplySchema.parse(await checkoutOf(await shop.visitor()))
  return organisers.map(({ name, upcoming_events }) => [name, ...upcoming_events.map(({ title }) => title)])
}

it('shows the three events that begin next with an empty basket, the first one first, and none that has begun, is not on sale, or sold out', async () => {
  await shop.db.updateTable('event_dates').set({ published: false }).execute()
  expect(await shown()).toEqual([])
  const harbour = { id: 'harbour', name: 'Harbour' }
  const soon = (title: string, days: number, organiser = harbour, event = {}) =>
    offer(shop.db, { organiser, event: { title, ...event }, date: inDays(days) })
  await soon('Third', 4)
  await soon('First', 2)
  await soon('Fourth', 5)
  await soon('Second', 3, { id: 'quay', name: 'Quay' })
  await soon('Begun', -1)
  await soon('Draft', 1, harbour, { published: false })
  await offer(shop.db, { organiser: harbour, event: { title: 'Full' }, date: inDays(1), places: 0 })
  const closed = { ...inDays(1), sale_closes_at: new Date(0) }
  await offer(shop.db, { organiser: harbour, event: { title: 'Closed' }, date: closed })
  expect(await shown()).toEqual([
    ['Harbour', 'First'],
    ['Quay', 'Second'],
    ['Harbour', 'Third'],
  ])
})
