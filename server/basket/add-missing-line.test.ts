import { afterAll, beforeAll, expect, it } from 'vitest'

import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const quantities = async (visitor: Visitor) =>
  (await checkoutOf(visitor)).tickets.map(({ ticket_id, qty }: { ticket_id: string; qty: number }) => [
    ticket_id,
    qty,
  ])

/** Sets the quantity of tickets that the basket does not have; returns the status with the message. */
async function put(visitor: Visitor, ticket_id: string, quantity = 1) {
  const { status, json } = await call(visitor, 'update_ticket_quantity', { ticket_id, quantity, add: 'true' })
  return [status, json?.message ?? '']
}

it('puts removed tickets back with their quantity, also into an empty basket, and says that it can', async () => {
  const [event, other] = [await offer(shop.db), await offer(shop.db)]
  const visitor = await visitorWith(shop, event.entry(2))
  await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
  expect(await checkoutOf(visitor)).toMatchObject({ tickets: [], can_add_lines: true })
  expect(await put(visitor, event.ticket(), 2)).toEqual([200, ''])
  expect(await put(visitor, event.ticket(), 2)).toEqual([200, ''])
  expect(await put(visitor, other.ticket())).toEqual([200, ''])
  expect(await quantities(visitor)).toEqual([
    [event.ticket(), 2],
    [other.ticket(), 1],
  ])
  expect(await checkoutOf(visitor)).toMatchObject({ basket_total: '30.00', currency: { code: 'GBP' } })
})

it('puts tickets back in the place from which they were removed last', async () => {
  const [first, second, third] = [await offer(shop.db), await offer(shop.db), await offer(shop.db)]
  const visitor = await visitorWith(shop, first.entry(1))
  for (const { ticket } of [second, third]) await put(visitor, ticket())
  await call(visitor, 'remove_from_basket', { ticket_id: first.ticket() })
  await put(visitor, first.ticket())
  const inOrder = [first, second, third].map(({ ticket }) => [ticket(), 1])
  expect(await quantities(visitor)).toEqual(inOrder)

  await call(visitor, 'remove_from_basket', { ticket_id: first.ticket() })
  await call(visitor, 'remove_from_basket', { ticket_id: second.ticket() })
  await put(visitor, first.ticket())
  expect(await quantities(visitor)).toEqual([inOrder[2], inOrder[0]])
})

it('releases the hold when tickets are put back, so that the basket is reserved again', async () => {
  const [event, other] = [await offer(shop.db), await offer(shop.db)]
  const visitor = await visitorWith(shop, event.entry(1))
  await call(visitor, 'reserve_tickets')
  expect((await event.pool()).held).toBe(1)
  expect(await put(visitor, other.ticket())).toEqual([200, ''])
  expect((await event.pool()).held).toBe(0)
})

it('puts removed gift vouchers back in their place', async () => {
  const { organiserId, id: product } = await offer(shop.db)
  const ofProduct = { organiser_id: organiserId, name: 'Gift voucher', min_value: 500, max_value: 10_000 }
  await shop.db
    .insertInto('gift_voucher_products')
    .values({ ...ofProduct, id: product, valid_months: 12 })
    .execute()
  const visitor = await shop.visitor()
  await visitor.post('/do/checkout/add/', { gift_voucher_id: product, value: '20', qty: 1 })
  await call(visitor, 'remove_gift_voucher_from_basket', { gift_voucher_id: product, value: '20' })
  const line = { gift_voucher_id: product, value: '20.00', qty: 3, add: 'true' }
  expect((await call(visitor, 'update_gift_voucher_quantity', line)).status).toBe(200)
  expect((await checkoutOf(visitor)).gift_vouchers).toMatchObject([{ value: '20.00', qty: 3 }])
  await visitor.post('/do/checkout/add/', { gift_voucher_id: product, value: '30', qty: 1 })
  await call(visitor, 'remove_gift_voucher_from_basket', { gift_voucher_id: product, value: '20' })
  await call(visitor, 'update_gift_voucher_quantity', line)
  expect((await checkoutOf(visitor)).gift_vouchers).toMatchObject([{ value: '20.00' }, { value: '30.00' }])
})

it.each([
  ['which were sold out meanwhile', { places: 1 }, 'You can only reserve 1 tickets of this type'],
  [
    'of which a customer gets fewer',
    { tickets: { adult: { max_per_customer: 1 } } },
    'You can only reserve 1 tickets of this type',
  ],
  ['that are no longer sold', { event: { published: false } }, 'These tickets are not on sale'],
  ['of a date that is over', { date: { starts_at: new Date(0) } }, 'These tickets are not on sale'],
  ['in another currency', { event: { currency: 'EUR' as const } }, /another currency/],
  [
    'with seats',
    { date: { seating_plan: JSON.stringify({ provider: 'seatsio' }) } },
    'Please choose your seats first',
  ],
  ['of an event with a full waiting room', { event: { waiting_room_capacity: 0 } }, /waiting room first$/],
])('does not put tickets back %s', async (_, changes, message) => {
  const [event, other] = [await offer(shop.db, changes), await offer(shop.db)]
  const visitor = await visitorWith(shop, other.entry(1))
  const [status, said] = await put(visitor, event.ticket(), 2)
  expect([409, 422]).toContain(status)
  expect(said).toMatch(message)
  expect(await quantities(visitor)).toEqual([[other.ticket(), 1]])
})

it('puts nothing back that is not asked for as such, as a page does that has not read of the removal', async () => {
  const event = await offer(shop.db)
  const visitor = await visitorWith(shop, event.entry(2))
  await call(visitor, 'remove_from_basket', { ticket_id: event.ticket() })
  const late = await call(visitor, 'update_ticket_quantity', { ticket_id: event.ticket(), quantity: 3 })
  expect([late.status, late.json?.message]).toEqual([404, 'This ticket is not in your basket'])
  expect(await quantities(visitor)).toEqual([])
})

it('leaves more tickets as they are that another page has put into the basket meanwhile', async () => {
  const event = await offer(shop.db)
  const visitor = await visitorWith(shop, event.entry(3))
  expect(await put(visitor, event.ticket(), 1)).toEqual([200, ''])
  expect(await quantities(visitor)).toEqual([[event.ticket(), 3]])
})

it('puts tickets that do not exist into no basket', async () => {
  const event = await offer(shop.db)
  const visitor = await visitorWith(shop, event.entry(1))
  expect(await put(visitor, 'nothing')).toEqual([404, 'This ticket is not in your basket'])
})

it('holds at most fifty different items when one is put back', async () => {
  const types = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`t${index}`, {}]))
  const event = await offer(shop.db, { tickets: types })
  const fifty = Object.keys(types).slice(0, 50)
  const visitor = await visitorWith(shop, ...fifty.map((key) => event.entry(1, key)))
  const most = 'A basket can hold at most 50 different items'
  expect(await put(visitor, event.ticket('t50'))).toEqual([422, most])
})
