import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { cards, payBySquare, squarePayer } from '#server/testing/payers.ts'
import { sendSquareEvent } from '#server/testing/provider-events.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const tell = (body: string, key?: string) => sendSquareEvent(shop, body, key)

/** Makes a sale whose payment Square processes, and the event about it. */
async function processed() {
  const one = await squarePayer(shop)
  await payBySquare(shop, one.visitor, { number: cards.slow })
  const { provider_id } = await shop.db
    .selectFrom('payment_attempts')
    .select('provider_id')
    .where('sale_id', '=', (await one.sale()).id)
    .executeTakeFirstOrThrow()
  const event = (id: string) =>
    JSON.stringify({
      merchant_id: 'M1',
      type: 'payment.updated',
      event_id: id,
      data: { type: 'payment', id: provider_id, object: { payment: { id: provider_id } } },
    })
  return { ...one, event }
}

describe('a webhook of Square', () => {
  it('completes the order once if the buyer never came back [C7]', async () => {
    const { event, sale } = await processed()
    await moveShopTime(shop.db, 20)
    expect([await tell(event('e1')), await tell(event('e1'))]).toEqual([200, 200])
    const { id, paid_at } = await sale()
    expect(paid_at).not.toBeNull()
    const money = await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()
    expect(money).toEqual([{ kind: 'charge' }])
    const events = await shop.db.selectFrom('provider_events').selectAll().execute()
    expect(events).toMatchObject([{ provider: 'square', event_id: 'e1', applied_at: expect.any(Date) }])
  })

  it('does not complete an order that Square does not report as paid [C8, S26]', async () => {
    const { event, sale } = await processed()
    expect(await tell(event('e2').replace('"object":{', '"object":{"status":"COMPLETED",'))).toBe(200)
    expect((await sale()).paid_at).toBeNull()
  })

  it('is rejected with a wrong signature or without one [S26]', async () => {
    const { event, sale } = await processed()
    await moveShopTime(shop.db, 20)
    expect(await tell(event('e3'), 'a guess')).toBe(400)
    const unsigned = await shop.app.request('http://shop.test/webhooks/square', { method: 'POST' })
    expect(unsigned.status).toBe(400)
    expect((await sale()).paid_at).toBeNull()
  })

  it.each([
    ['a NUL', String.raw`{"event_id":"e4","type":"payment.updated\u0000","data":{"id":"p1"}}`],
    ['half of a surrogate pair', String.raw`{"event_id":"e5","type":"x","data":{"id":"\ud83c"}}`],
    ['text that is not JSON', 'event_id=e6'],
    ['no id', '{"type":"payment.updated","data":{"id":"p1"}}'],
    ['a list', '[]'],
    ['nothing', 'null'],
  ])('is rejected as malformed with %s [S26]', async (_, body) => {
    const before = shop.logged.length
    expect(await tell(body)).toBe(400)
    expect(shop.logged.slice(before)).toMatchObject([{ event: 'malformed webhook', provider: 'square' }])
  })

  it("is acknowledged if it is not about one of the shop's payments", async () => {
    expect(await tell('{"event_id":"e7","type":"payout.sent","data":{"id":"po_1"}}')).toBe(200)
    expect(await tell('{"event_id":"e8","type":"oauth.authorization.revoked"}')).toBe(200)
    expect(await tell('{"event_id":"e9","type":"payment.updated","data":{"id":"p1"}}')).toBe(200)
  })

  it.each([
    ['without an object', '"data":{"type":"merchant","id":"m1","object":null}'],
    ['without data', '"data":null'],
    ['with an id that is a number', '"data":{"id":5,"object":{"payment":{"status":5}}}'],
  ])('is acknowledged if it is about something else, %s', async (name, data) => {
    expect(await tell(`{"event_id":"other ${name}","type":"merchant.custom",${data}}`)).toBe(200)
  })

  it.each(['"data":null', '"data":{"id":null,"object":null}', '"data":{"object":{"payment":null}}'])(
    'is acknowledged if it names no payment: %s',
    async (data) => {
      expect(await tell(`{"event_id":"none ${data.length}","type":"payment.updated",${data}}`)).toBe(200)
    },
  )
})
