import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { call } from '#server/testing/offers.ts'
import {
  addSeats,
  choose,
  seatedOffer,
  seatedVisitor,
  seatsEntry,
  statusOf,
  tell,
} from '#server/testing/seats.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

let shops: TwoShops
let stop: (() => Promise<void>) | undefined

beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
afterAll(() => stop?.())

const seat = ['Stalls-C-8']
const claimed = (id: string) =>
  shops[0].db
    .selectFrom('seat_claims')
    .select(['sale_id', 'status'])
    .where('event_date_id', '=', id)
    .execute()

it('gives a seat to one of 40 browsers that add it at once with the same token [C5]', async () => {
  const event = await seatedOffer(shops[0])
  const entry = seatsEntry(event, seat, await choose(shops[0], event, seat))
  const visitors = await times(40, (i) => shops[i % 2]!.visitor())
  const replies = await Promise.all(visitors.map((visitor) => addSeats(visitor, entry)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status, text } of replies.filter((reply) => reply.status !== 200)) {
    expect(status, text).toBe(409)
    expect(text).toMatch(/somebody else has just taken|chosen in another browser/)
  }
  const kept = await shops[0].db
    .selectFrom('sale_seats')
    .select('sale_id')
    .where('event_date_id', '=', event.id)
    .execute()
  expect(kept).toHaveLength(1)
  expect(await claimed(event.id)).toEqual([{ sale_id: kept[0]?.sale_id, status: 'held' }])
  expect(await statusOf(shops[1], event, seat)).toEqual(['held'])
})

it('adds a seat once for a browser that sends it 20 times at once [C5]', async () => {
  const event = await seatedOffer(shops[0])
  const entry = seatsEntry(event, seat, await choose(shops[0], event, seat))
  const visitor = await shops[0].visitor()
  await visitor.get('/checkout/')
  const replies = await times(20, () => addSeats(visitor, entry))
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  for (const { status, text } of replies)
    if (status !== 200) {
      expect(status, text).toBe(409)
      expect(text).toContain('being added already')
    }
  const [line] = await shops[0].db
    .selectFrom('sale_tickets')
    .select('qty')
    .where('ticket_type_id', '=', event.ticket())
    .execute()
  expect(line?.qty).toBe(1)
})

it('reserves a released seat for one of 40 baskets that have it [C5]', async () => {
  const event = await seatedOffer(shops[0])
  const own = (i: number) => [`Stalls-${'JKLMN'[i % 5]}-${1 + Math.floor(i / 5)}`]
  const visitors = await times(40, (i) => seatedVisitor(shops[i % 2]!, event, own(i)))
  // All of them had the same one, and lost it.
  const isOver = { kept_until: new Date(0), next_try_at: new Date(0) }
  await vi.waitFor(async () => {
    await shops[0].db.updateTable('seat_claims').set(isOver).where('event_date_id', '=', event.id).execute()
    await tell(shops[0])
    expect(await claimed(event.id)).toEqual([])
  }, 10_000)
  await shops[0].db
    .updateTable('sale_seats')
    .set({ label: seat[0]!, row_name: 'C', number: '8' })
    .where('event_date_id', '=', event.id)
    .execute()
  const replies = await Promise.all(visitors.map((visitor) => call(visitor, 'reserve_tickets')))
  const reserved = replies.filter(({ json }) => json.reserved)
  expect(reserved).toHaveLength(1)
  for (const { json } of replies)
    if (!json.reserved) expect(json.error).toContain('Stalls, row C, seat 8 is no longer free')
  expect((await claimed(event.id)).map(({ status }) => status)).toEqual(['held'])
  expect(await event.pool()).toMatchObject({ held: 1 })
})
