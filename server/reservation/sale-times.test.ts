import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime, shopNowPlus } from '#server/database/shop-time.ts'
import { call, checkoutOf, offer, visitorWith } from '#server/testing/offers.ts'
import { pay, payer } from '#server/testing/payers.ts'
import type { TestShop } from '#server/testing/test-shop.ts'
import { startTwoShops } from '#server/testing/two-shops.ts'

import { releaseExpired } from './expiry.ts'

// PGlite has the clock of the process.
let shop: TestShop
let stop: (() => Promise<void>) | undefined
beforeAll(async () => {
  const { shops, ...started } = await startTwoShops()
  ;({ stop } = started)
  shop = shops[0]
})
afterAll(() => stop?.())
afterEach(() => void vi.useRealTimers())

/** Sets the clock of the process, and not that of the database. */
const skew = (minutes: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
}

describe.each([-5, 5, -600, 600])('in a process whose clock is %i minutes off', (minutes) => {
  it('a hold has its ten minutes and ends by the clock of the database [C25]', async () => {
    skew(minutes)
    const event = await offer(shop.db, { places: 2 })
    const visitor = await visitorWith(shop, event.entry(2))
    const { json } = await call(visitor, 'reserve_tickets')
    expect(json.checkout_time).toBeLessThanOrEqual(600)
    expect(json.checkout_time).toBeGreaterThan(590)
    await moveShopTime(shop.db, 580)
    await releaseExpired(shop.db)
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(0)
    expect(await event.pool()).toMatchObject({ held: 2 })
    // A process with a right clock, or another wrong one, agrees.
    skew(-minutes)
    expect(await event.pool()).toMatchObject({ held: 2 })
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(0)
    await moveShopTime(shop.db, 21)
    await Promise.all([releaseExpired(shop.db), releaseExpired(shop.db), checkoutOf(visitor)])
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('a payment within the hold is an order, and one after it is not begun [C25, C28]', async () => {
    skew(minutes)
    const [early, late] = [await payer(shop), await payer(shop)]
    await moveShopTime(shop.db, 595)
    expect((await pay(shop, early.visitor)).json.status).toBe('success')
    await moveShopTime(shop.db, 6)
    expect((await pay(shop, late.visitor)).status).toBe(409)
    expect(await late.event.pool()).toMatchObject({ sold: 0 })
  })
})

describe('tickets', () => {
  const at = (minutes: number) => shopNowPlus(minutes * 60)
  const changes = (event: string, change: object) =>
    shop.db.updateTable('event_dates').set(change).where('id', '=', event).execute()

  it.each([
    ['whose sale has not opened', { sale_opens_at: at(5) }],
    ['whose sale has closed', { sale_closes_at: at(-1) }],
    ['of a date that has begun', { starts_at: at(-1) }],
    ['of a date that was withdrawn', { published: false }],
  ])('%s cannot be reserved [C28]', async (_, change) => {
    const event = await offer(shop.db)
    const inBasket = await visitorWith(shop, event.entry(1))
    await changes(event.id, change)
    const { json } = await call(inBasket, 'reserve_tickets')
    expect(json.reserved).not.toBe(true)
    expect(json.error).toMatch(/not on sale/)
    expect(await event.pool()).toMatchObject({ held: 0, sold: 0 })
  })

  it('that are held are paid at the price and by the time that the buyer was shown, although the sale closes [C28]', async () => {
    const one = await payer(shop)
    await changes(one.event.id, { sale_closes_at: at(-1) })
    await shop.db
      .updateTable('ticket_types')
      .set({ price: 5000 })
      .where('id', '=', one.event.ticket())
      .execute()
    expect((await checkoutOf(one.visitor)).basket_total).toBe('20.00')
    expect((await pay(shop, one.visitor)).json.status).toBe('success')
    expect(await one.sale()).toMatchObject({ total: 2000 })
  })

  it('are not held again once the sale has closed while the buyer let the hold expire [C28]', async () => {
    const one = await payer(shop)
    await changes(one.event.id, { sale_closes_at: at(5) })
    await moveShopTime(shop.db, 601)
    expect((await call(one.visitor, 'reserve_tickets')).json.reserved).not.toBe(true)
    expect((await pay(shop, one.visitor)).status).toBe(409)
    expect(await one.event.pool()).toMatchObject({ held: 0, sold: 0 })
  })
})
