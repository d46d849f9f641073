import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import Stripe from 'stripe'

import { cards, pay, payer, press } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

async function tell(event: object | string, secret = 'whsec_sandbox_foyer') {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({ payload, secret })
  const reply = await shop.app.request('http://shop.test/webhooks/stripe', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
  return reply.status
}

async function challenged() {
  const one = await payer(shop)
  const { json } = await pay(shop, one.visitor, { number: cards.challenged })
  const id = new URL(json.url).pathname.split('/').at(-1)
  const event = (eventId: string) => ({
    id: eventId,
    object: 'event',
    type: 'payment_intent.succeeded',
    data: { object: { id, object: 'payment_intent' } },
  })
  return { ...one, url: json.url as string, event }
}

describe('a webhook', () => {
  it('completes the order once if the buyer never came back [C7]', async () => {
    const { url, event, sale } = await challenged()
    await press(shop, url, 'approve')
    expect(await tell(event('evt_1'))).toBe(200)
    expect(await tell(event('evt_1'))).toBe(200)
    const { id, paid_at } = await sale()
    expect(paid_at).not.toBeNull()
    const money = await shop.db.selectFrom('payments').select('kind').where('sale_id', '=', id).execute()
    expect(money).toEqual([{ kind: 'charge' }])
    const events = await shop.db.selectFrom('provider_events').selectAll().execute()
    expect(events).toMatchObject([{ event_id: 'evt_1', applied_at: expect.any(Date) }])
  })

  it('completes an order only if the provider reports it as paid [C8, S26]', async () => {
    const { event, sale } = await challenged()
    expect(await tell(event('evt_2'))).toBe(200)
    expect((await sale()).paid_at).toBeNull()
  })

  it('is rejected with a wrong signature or without one [S26]', async () => {
    const { event, sale, url } = await challenged()
    await press(shop, url, 'approve')
    expect(await tell(event('evt_3'), 'whsec_guess')).toBe(400)
    expect((await shop.app.request('http://shop.test/webhooks/stripe', { method: 'POST' })).status).toBe(400)
    expect((await sale()).paid_at).toBeNull()
  })

  it.each([
    ['a raw NUL', '\0'],
    ['an escaped NUL', String.raw`\u0000`],
    ['half of a surrogate pair', String.raw`\ud83c`],
  ])('is rejected as malformed with %s [S26]', async (_, text) => {
    const before = shop.logged.length
    const parts: [string, string][] = [
      ['"evt_5"', '"po_1"'],
      [`"evt_6${text}"`, '"po_1"'],
      ['"evt_7"', `"po_1${text}"`],
      ['"evt_8"', `"po_1", "${text}": 1`],
    ]
    const replies = []
    for (const [id, object] of parts)
      replies.push(
        await tell(`{"id":${id},"object":"event","type":"payout.paid","data":{"object":{"id":${object}}}}`),
      )
    expect(replies).toEqual([200, 400, 400, 400])
    const line = { event: 'malformed webhook', provider: 'stripe' }
    expect(shop.logged.slice(before)).toMatchObject([line, line, line])
  })

  it("is acknowledged if it is not about one of the shop's payments", async () => {
    expect(
      await tell({ id: 'evt_4', object: 'event', type: 'payout.paid', data: { object: { id: 'po_1' } } }),
    ).toBe(200)
  })

  it.each([
    ['no data', {}],
    ['no object', { data: { object: null } }],
    ['a payment without metadata', { data: { object: { id: 'pi_other', metadata: null } } }],
  ])('is acknowledged with %s', async (name, data) => {
    expect(await tell({ id: name, object: 'event', type: 'payment_intent.succeeded', ...data })).toBe(200)
  })
})

describe('a webhook about a connected account', () => {
  it('is accepted with the secret of its own endpoint, and completes the order of that organiser', async () => {
    const by = await payer(shop, { organiser: { merchant_id: 'acct_7' } })
    const { json } = await pay(shop, by.visitor, { number: cards.challenged })
    await press(shop, json.url, 'approve')
    const object = { id: new URL(json.url).pathname.split('/').at(-1), object: 'payment_intent' }
    const event = { object: 'event', type: 'payment_intent.succeeded', account: 'acct_7', data: { object } }
    expect(await tell({ ...event, id: 'evt_c0' }, 'whsec_guess')).toBe(400)
    expect((await by.sale()).paid_at).toBeNull()
    expect(await tell({ ...event, id: 'evt_c1' }, 'whsec_sandbox_connect')).toBe(200)
    expect((await by.sale()).paid_at).not.toBeNull()
  })

  it('names the account in the alarm about a payment that the shop did not open [C9]', async () => {
    const { reference } = await payer(shop)
    const object = { id: 'pi_elsewhere', object: 'payment_intent', metadata: { reference } }
    const event = { id: 'evt_c2', object: 'event', type: 'payment_intent.succeeded', data: { object } }
    expect(await tell({ ...event, account: 'acct_9' }, 'whsec_sandbox_connect')).toBe(200)
    const alarm = await shop.db
      .selectFrom('alarms')
      .select('details')
      .where('key', 'like', '%pi_elsewhere')
      .executeTakeFirst()
    expect(alarm).toEqual({ details: { payment: 'pi_elsewhere', sale: reference, account: 'acct_9' } })
  })
})
