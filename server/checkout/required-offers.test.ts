import { afterAll, beforeAll, expect, it } from 'vitest'

import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** What the checkout tells of a required ticket on offer as `changes` say, with its id. */
async function required(changes: Parameters<typeof offer>[1]) {
  const [needy, other] = [await offer(shop.db), await offer(shop.db, changes)]
  await shop.db
    .insertInto('ticket_requirements')
    .values({ ticket_type_id: needy.ticket(), required_ticket_type_id: other.ticket() })
    .execute()
  const visitor = await visitorWith(shop, needy.entry(1))
  const { tickets } = await checkoutOf(visitor)
  return { told: tickets[0].required_tickets[0], other, visitor }
}

it('tells where a required ticket is sold, and what one of it charges, until it is in the basket', async () => {
  const { told, other, visitor } = await required({ tickets: { adult: { price: 1850, booking_fee: 150 } } })
  expect(told).toMatchObject({
    event_url: `/events/${other.id}/`,
    offer: { ticket_id: other.ticket(), name: 'adult', price: '20.00' },
  })
  await call(visitor, 'update_ticket_quantity', { ticket_id: other.ticket(), quantity: 1, add: 'true' })
  expect((await checkoutOf(visitor)).tickets).toMatchObject([
    { required_tickets: [{ offer: null }] },
    { ticket_id: other.ticket() },
  ])
})

it('tells a free required ticket as free', async () => {
  expect((await required({ tickets: { adult: { price: 0 } } })).told.offer.price).toBe('0.00')
})

it.each([
  ['sold out', { places: 0 }],
  ['sold with seats', { date: { seating_plan: JSON.stringify({ provider: 'seatsio' }) } }],
  ['sold in another currency', { event: { currency: 'EUR' as const } }],
  ['behind a waiting room', { event: { waiting_room_capacity: 5 } }],
  ['sold from two on', { tickets: { adult: { min_per_customer: 2 } } }],
  ['not sold yet', { date: { sale_opens_at: new Date(Date.now() + 86_400_000) } }],
  ['no longer sold', { date: { sale_closes_at: new Date(0) } }],
  ['not published', { tickets: { adult: { published: false } } }],
])('offers no required ticket that is %s', async (_, changes) => {
  expect((await required(changes)).told.offer).toBeNull()
})
