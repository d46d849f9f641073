import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const priceOf = async (visitor: Parameters<typeof checkoutOf>[0]) =>
  (await checkoutOf(visitor)).tickets[0].price

const setPrice = (db: TestShop['db'], id: string, price: number) =>
  db.updateTable('ticket_types').set({ price }).where('id', '=', id).execute()

describe('a basket', () => {
  it('shows a price that was changed since it was last read', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    expect(await priceOf(visitor)).toBe('10.00')
    await setPrice(shop.db, event.ticket(), 1200)
    expect(await priceOf(visitor)).toBe('12.00')
  })

  it('never shows a price of a change that was undone', async () => {
    const event = await offer(shop.db)
    const visitor = await visitorWith(shop, event.entry(1))
    const undone = shop.db.transaction().execute(async (trx) => {
      await setPrice(trx, event.ticket(), 1)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect(await priceOf(visitor)).toBe('10.00')
    await setPrice(shop.db, event.ticket(), 1300)
    expect(await priceOf(visitor)).toBe('13.00')
  })

  it("shows the organiser's next events as time passes", async () => {
    const event = await offer(shop.db)
    const organiser = { id: event.organiserId }
    for (const days of [1, 2]) {
      const next = await offer(shop.db, { organiser, event: { title: `In ${days} days` } })
      await sql`update event_dates set starts_at = shop_now() + make_interval(days => ${days}) where id = ${next.id}`.execute(
        shop.db,
      )
    }
    const visitor = await visitorWith(shop, event.entry(1))
    const titles = async () =>
      (await checkoutOf(visitor)).organisers[0].upcoming_events.map(({ title }: { title: string }) => title)
    expect(await titles()).toEqual(['In 1 days', 'In 2 days'])
    const day = 24 * 60 * 60
    await moveShopTime(shop.db, 1.5 * day)
    expect(await titles()).toEqual(['In 2 days'])
    await moveShopTime(shop.db, -1.5 * day)
    expect(await titles()).toEqual(['In 1 days', 'In 2 days'])
  })
})

const readVersion = async () =>
  (await shop.db.selectFrom('catalogue_version').select('version').executeTakeFirstOrThrow()).version

it.each([
  'charities',
  'organisers',
  'events',
  'event_dates',
  'refund_policies',
  'ticket_types',
  'ticket_requirements',
  'gift_voucher_products',
  'questions',
  'waivers',
  'after_sale_messages',
])('has another version after a change of %s', async (table) => {
  const before = await readVersion()
  await sql`delete from ${sql.table(table)} where false`.execute(shop.db)
  expect(await readVersion()).not.toBe(before)
})

it('has the same version after a reservation', async () => {
  const event = await offer(shop.db)
  const visitor = await visitorWith(shop, event.entry(1))
  const before = await readVersion()
  expect((await visitor.post('/ajax/checkout/checkout/reserve_tickets/')).json.reserved).toBe(true)
  expect(await readVersion()).toBe(before)
})
