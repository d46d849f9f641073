import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { shopNowPlus } from '#server/database/shop-time.ts'
import { call, checkoutOf, type Offered } from '#server/testing/offers.ts'
import { pay } from '#server/testing/payers.ts'
import {
  addSeats,
  choose,
  pair,
  seatedOffer,
  seatedVisitor,
  seatsEntry,
  statusOf,
  tell,
} from '#server/testing/seats.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const [first = '', second = ''] = pair

const giveBack = (visitor: Visitor, event: Offered, seat: string | { a: string }, key = 'adult') =>
  call(visitor, 'remove_from_basket', { ticket_id: event.ticket(key), seat })

const lines = async (visitor: Visitor) =>
  ((await checkoutOf(visitor)).tickets as { qty: number; seats: string[] }[]).map(({ qty, seats }) => ({
    qty,
    seats,
  }))
const both = [{ qty: 2, seats: pair }]

async function twoSeats() {
  const event = await seatedOffer(shop, { tickets: { adult: { price: 1500, booking_fee: 100 }, child: {} } })
  return { event, visitor: await seatedVisitor(shop, event, pair) }
}

/** Waits until the seating provider was told, by the request itself or here. */
const untilSeatsAre = (event: Offered, statuses: string[]) =>
  vi.waitFor(
    async () => {
      await tell(shop)
      expect(await statusOf(shop, event, pair)).toEqual(statuses)
    },
    { timeout: 10_000 },
  )

describe('a seat of the basket can be given back', () => {
  it('alone: the other stays at its price, and the seat is free again', async () => {
    const { event, visitor } = await twoSeats()
    expect(await giveBack(visitor, event, first)).toMatchObject({ status: 200, json: { success: true } })
    expect(await lines(visitor)).toEqual([{ qty: 1, seats: [second] }])
    expect((await checkoutOf(visitor)).basket_total).toBe('16.00')
    await untilSeatsAre(event, ['free', 'held'])
  })

  it('as the last one: the line goes with it', async () => {
    const { event, visitor } = await twoSeats()
    await giveBack(visitor, event, first)
    await giveBack(visitor, event, second)
    expect(await lines(visitor)).toEqual([])
    await untilSeatsAre(event, ['free', 'free'])
  })

  it('after the reservation, which then ends as by any change of the basket', async () => {
    const { event, visitor } = await twoSeats()
    await call(visitor, 'reserve_tickets')
    expect((await giveBack(visitor, event, first)).status).toBe(200)
    expect(await checkoutOf(visitor)).toMatchObject({ state: 'basket', tickets: [{ seats: [second] }] })
    expect(await event.pool()).toMatchObject({ held: 0 })
  })

  it('by somebody else afterwards, who has chosen it', async () => {
    const { event, visitor } = await twoSeats()
    await giveBack(visitor, event, first)
    await untilSeatsAre(event, ['free', 'held'])
    const other = await seatedVisitor(shop, event, [first])
    expect(await lines(other)).toEqual([{ qty: 1, seats: [first] }])
  })
})

describe('nothing is lost', () => {
  it('of the other seats, when one of a reservation is given back that has lasted longer than a basket keeps seats', async () => {
    const { event, visitor } = await twoSeats()
    await call(visitor, 'reserve_tickets')
    await shop.db
      .updateTable('seat_claims')
      .set({ kept_until: shopNowPlus(-1) })
      .where('event_date_id', '=', event.id)
      .execute()
    await giveBack(visitor, event, first)
    await untilSeatsAre(event, ['free', 'held'])
    expect(await lines(visitor)).toEqual([{ qty: 1, seats: [second] }])
    expect(await checkoutOf(visitor)).toMatchObject({ tickets: [{ lapsed_seats: [] }] })
  })

  it('when the same seat is given back twice', async () => {
    const { event, visitor } = await twoSeats()
    await giveBack(visitor, event, first)
    expect(await giveBack(visitor, event, first)).toMatchObject({
      status: 404,
      json: { message: 'This seat is not in your basket' },
    })
    expect(await lines(visitor)).toEqual([{ qty: 1, seats: [second] }])
  })

  it.each([
    ['is not in the basket', 'Stalls-C-10', 404],
    ['has no name', '', 404],
    ['is no text', { a: first }, 422],
    ['has too long a name', 'x'.repeat(400), 422],
  ])('by a seat that %s', async (_, seat, status) => {
    const { event, visitor } = await twoSeats()
    expect((await giveBack(visitor, event, seat)).status).toBe(status)
    expect(await lines(visitor)).toEqual(both)
  })

  it('of somebody else’s basket', async () => {
    const { event, visitor } = await twoSeats()
    const other = await seatedVisitor(shop, event, ['Stalls-C-10'])
    expect((await giveBack(other, event, first)).status).toBe(404)
    expect(await lines(visitor)).toEqual(both)
    expect(await lines(other)).toEqual([{ qty: 1, seats: ['Stalls-C-10'] }])
  })

  it('of another date, or of another ticket type', async () => {
    const { event, visitor } = await twoSeats()
    const later = await seatedOffer(shop)
    await addSeats(visitor, seatsEntry(later, ['Stalls-C-8'], await choose(shop, later, ['Stalls-C-8'])))
    expect((await giveBack(visitor, later, second)).status).toBe(404)
    expect((await giveBack(visitor, event, first, 'child')).status).toBe(404)
    expect(await lines(visitor)).toEqual([...both, { qty: 1, seats: ['Stalls-C-8'] }])
    expect((await giveBack(visitor, later, 'Stalls-C-8')).status).toBe(200)
    expect(await lines(visitor)).toEqual(both)
  })

  it('of a paid order', async () => {
    const { event, visitor } = await twoSeats()
    await call(visitor, 'reserve_tickets')
    await shop.db
      .updateTable('sales')
      .set({ guest_email: `${event.id}@example.com`, guest_name: 'Ada Lovelace' })
      .where('reference', '=', (await checkoutOf(visitor)).sale_reference as string)
      .execute()
    expect((await pay(shop, visitor)).json).toEqual({ status: 'success' })
    expect((await giveBack(visitor, event, first)).status).toBe(409)
    expect(await lines(visitor)).toEqual(both)
    expect(await checkoutOf(visitor)).toMatchObject({ can_remove_seats: false })
  })
})

describe('the basket says', () => {
  it('that seats can be given back, and on which page they are chosen', async () => {
    const { event, visitor } = await twoSeats()
    expect(await checkoutOf(visitor)).toMatchObject({
      can_remove_seats: true,
      tickets: [{ seats_url: `/events/book_seats/${event.id}/` }],
    })
  })
})
