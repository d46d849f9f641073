import { generateKeyPairSync } from 'node:crypto'

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { call } from '#server/testing/offers.ts'
import { payer, press } from '#server/testing/payers.ts'
import { sendTruelayerEvent } from '#server/testing/provider-events.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
afterEach(() => {
  shop.answer = null
  vi.useRealTimers()
})

async function transferred() {
  const by = await payer(shop)
  const { json } = await call(by.visitor, 'create_truelayer_payment')
  await press(shop, json.url, 'pay')
  const event = { type: 'payment_settled', payment_id: new URL(json.url).pathname.split('/').at(-1) }
  return { ...by, event }
}

const events = async () => (await shop.db.selectFrom('provider_events').select('event_id').execute()).length

describe('a webhook of the bank transfer provider', () => {
  it('completes the order if the buyer never came back [C7]', async () => {
    const { event, sale } = await transferred()
    expect(await sendTruelayerEvent(shop, event)).toBe(200)
    expect((await sale()).paid_at).not.toBeNull()
  })

  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-521' }).privateKey
  it.each([
    ['another key', { key: stranger.export({ type: 'pkcs8', format: 'pem' }).toString() }],
    ['a changed body', { body: '{"type":"payment_settled","event_id":"forged"}' }],
    ['the address of other keys', { header: { jku: 'https://keys.evil.example/jwks' } }],
    ['no address of keys', { header: { jku: undefined } }],
    ['no algorithm', { header: { alg: 'none' } }],
    ['an algorithm with a shared secret', { header: { alg: 'HS512' } }],
    ['an unknown key id', { header: { kid: 'other' } }],
    ['no signed time', { header: { tl_headers: 'Content-Type' } }],
  ])('is rejected with %s [S26]', async (_, forgery) => {
    const { event, sale } = await transferred()
    const before = await events()
    expect(await sendTruelayerEvent(shop, event, forgery)).toBe(400)
    expect((await sale()).paid_at).toBeNull()
    expect(await events()).toBe(before)
  })

  it.each([
    ['a raw NUL', '{"event_id":"e\0","type":"payment_settled"}'],
    ['an escaped NUL', String.raw`{"event_id":"e1","type":"payment_settled","payment_id":"\u0000"}`],
    ['no JSON', 'event'],
    ['no object', 'null'],
    ['no event id', '{"type":"payment_settled"}'],
  ])('is rejected as malformed with %s, although it is signed [S26]', async (_, body) => {
    const before = shop.logged.length
    expect(await sendTruelayerEvent(shop, body)).toBe(400)
    expect(shop.logged.slice(before)).toMatchObject([{ event: 'malformed webhook', provider: 'truelayer' }])
  })

  it.each([[''], ['a'], ['a.b.c'], ['a..c'], ['..']])(
    'is rejected with the signature "%s" [S26]',
    async (signature) => {
      const reply = await shop.app.request('http://shop.test/webhooks/truelayer', {
        method: 'POST',
        headers: { 'Tl-Signature': signature },
        body: '{}',
      })
      expect(reply.status).toBe(400)
    },
  )

  it('is rejected without a signature [S26]', async () => {
    const reply = await shop.app.request('http://shop.test/webhooks/truelayer', {
      method: 'POST',
      body: '{}',
    })
    expect(reply.status).toBe(400)
  })

  it('is to be sent again if the keys cannot be read, and needs them once', async () => {
    const fresh = await createTestShop()
    let asked = 0
    let isDown = true
    fresh.answer = (request) => {
      if (request.url.includes('jwks')) asked++
      return Promise.resolve(isDown ? new Response('', { status: 500 }) : fresh.app.request(request))
    }
    const event = { type: 'payment_settled', payment_id: 'unknown' }
    expect(await sendTruelayerEvent(fresh, event)).toBe(503)
    isDown = false
    for (let round = 0; round < 3; round++) expect(await sendTruelayerEvent(fresh, event)).toBe(200)
    for (let round = 0; round < 3; round++)
      expect(await sendTruelayerEvent(fresh, event, { header: { kid: 'other' } })).toBe(400)
    expect(asked).toBe(2)
    await fresh.close()
  })
})

describe('the keys of the bank transfer provider', () => {
  const event = { type: 'payment_settled', payment_id: 'unknown' }
  const minute = 60_000

  /** A shop that has read no keys, and how often it asks for them; `publish` replaces them. */
  async function fresh() {
    vi.useFakeTimers({ toFake: ['Date'] })
    const fresh = await createTestShop()
    const counted = { asked: 0, publish: (keys: string) => keys }
    fresh.answer = async (request) => {
      const reply = await fresh.app.request(request)
      if (!request.url.includes('jwks')) return reply
      counted.asked++
      return new Response(counted.publish(await reply.text()))
    }
    const later = (ms: number) => void vi.setSystemTime(Date.now() + ms)
    return { fresh, counted, later }
  }

  it('are read once for simultaneous webhooks', async () => {
    const { fresh: other, counted } = await fresh()
    const replies = await Promise.all(Array.from({ length: 5 }, () => sendTruelayerEvent(other, event)))
    expect(replies).toEqual([200, 200, 200, 200, 200])
    expect(counted.asked).toBe(1)
    await other.close()
  })

  it('are read again for a new key, at most once a minute', async () => {
    const { fresh: other, counted, later } = await fresh()
    counted.publish = () => '{"keys":[]}'
    expect(await sendTruelayerEvent(other, event)).toBe(400)
    counted.publish = (keys) => keys
    later(minute / 2)
    expect(await sendTruelayerEvent(other, event)).toBe(400)
    later(minute)
    expect(await sendTruelayerEvent(other, event)).toBe(200)
    expect(counted.asked).toBe(2)
    await other.close()
  })

  it('are read again after an hour, so that a withdrawn key counts no longer', async () => {
    const { fresh: other, counted, later } = await fresh()
    expect(await sendTruelayerEvent(other, event)).toBe(200)
    counted.publish = () => '{"keys":[]}'
    later(59 * minute)
    expect(await sendTruelayerEvent(other, event)).toBe(200)
    later(2 * minute)
    expect(await sendTruelayerEvent(other, event)).toBe(400)
    expect(counted.asked).toBe(2)
    await other.close()
  })
})
