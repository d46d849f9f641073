import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { from } from '#server/testing/addresses.ts'
import { call, checkoutOf, offer, visitorWith, type Offered } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { releaseExpired } from './expiry.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop({ trustedProxies: 1 })))
afterAll(() => shop.close())
beforeEach(async () => void (await shop.db.deleteFrom('limit_counters').execute()))

async function solve(): Promise<string> {
  const reply = await shop.app.request('http://127.0.0.1:0/sandbox/hcaptcha/token', { method: 'POST' })
  return ((await reply.json()) as { token: string }).token
}

const reserve = async (visitor: Visitor, token = '') =>
  (await call(visitor, 'reserve_tickets', token ? { 'h-captcha-response': token } : {})).json

async function reserveAsHuman(visitor: Visitor) {
  const first = await reserve(visitor)
  return first.captcha ? reserve(visitor, await solve()) : first
}

async function letHoldsEnd() {
  await moveShopTime(shop.db, 601)
  await releaseExpired(shop.db)
}

/** Reserves all tickets of an event at an address and does not buy them. */
async function keepUnbought(address: string, event: Offered, qty: number) {
  const visitor = await visitorWith(from(shop, address), event.entry(qty))
  await reserveAsHuman(visitor)
  await moveShopTime(shop.db, 601)
  await checkoutOf(visitor)
}

describe('An address that has held many tickets and not bought them', () => {
  it('gets tickets that are only sold to groups', async () => {
    const event = await offer(shop.db, { places: 40, tickets: { adult: {}, group: { min_per_customer: 8 } } })
    await keepUnbought('192.0.2.30', event, 40)
    const group = await visitorWith(from(shop, '192.0.2.30'), event.entry(8, 'group'))
    expect((await reserveAsHuman(group)).reserved).toBe(true)
  })

  it('holds at most half of the event, also while open bank payments keep holds that have ended', async () => {
    const event = await offer(shop.db, { places: 40 })
    await keepUnbought('192.0.2.31', event, 40)
    for (let turn = 0; turn < 2; turn += 1) {
      for (let basket = 0; basket < 5; basket += 1) {
        const visitor = await from(shop, '192.0.2.31').visitor()
        const added = await visitor.post('/do/checkout/add/', { ticket: [event.entry(5)] })
        if (added.status !== 200) break
        const { reserved, sale_reference } = await reserveAsHuman(visitor)
        if (!reserved) continue
        await shop.db
          .updateTable('sales')
          .set({ guest_email: `${sale_reference}@example.com`, guest_name: 'Bo Buyer' })
          .where('reference', '=', sale_reference)
          .execute()
        await call(visitor, 'create_truelayer_payment')
      }
      expect((await event.pool()).held).toBe(20)
      await letHoldsEnd()
    }
  })

  it('keeps the turn of somebody who comes back every ten minutes, however many come later', async () => {
    const event = await offer(shop.db, { places: 40 })
    await keepUnbought('192.0.2.32', event, 40)
    const rival = async () => {
      const visitor = await visitorWith(from(shop, '192.0.2.32'), event.entry(5))
      return { visitor, isHeld: Boolean((await reserveAsHuman(visitor)).reserved) }
    }
    // Four hold the whole share, eight wait
    let line: Visitor[] = []
    for (let basket = 0; basket < 12; basket += 1) {
      const { visitor, isHeld } = await rival()
      if (!isHeld) line.push(visitor)
    }
    expect(line).toHaveLength(8)
    const honest = await visitorWith(from(shop, '192.0.2.32'), event.entry(1))
    let { reserved } = await reserveAsHuman(honest)
    expect(reserved).toBeFalsy()
    for (let turn = 0; turn < 4 && !reserved; turn += 1) {
      await letHoldsEnd()
      const waiting: Visitor[] = []
      for (const visitor of line) if (!(await reserveAsHuman(visitor)).reserved) waiting.push(visitor)
      while (waiting.length < 8) waiting.push((await rival()).visitor)
      line = waiting
      ;({ reserved } = await reserveAsHuman(honest))
    }
    expect(reserved).toBe(true)
  })
})
