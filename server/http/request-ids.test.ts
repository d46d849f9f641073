import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { offer, visitorWith } from '#server/testing/offers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
let proxied: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  proxied = await createTestShop({ trustedProxies: 1 })
})
afterEach(() => void (shop.logged.length = 0))
afterAll(() => Promise.all([shop.close(), proxied.close()]))

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/
const ask = (path: string, headers = {}, from = shop) =>
  from.app.request(`http://shop.test${path}`, { headers })

/** Asks for a checkout while the shop's database lacks a table. */
async function fail(headers = {}) {
  const visitor = await visitorWith(shop, (await offer(shop.db)).entry(1))
  await shop.db.schema.alterTable('sale_codes').renameTo('gone').execute()
  const reply = await visitor.get('/ajax/checkout/checkout/get/', headers)
  await shop.db.schema.alterTable('gone').renameTo('sale_codes').execute()
  return reply
}

describe('the id of a request', () => {
  it.each([
    ['a page', '/'],
    ['a call', '/ajax/checkout/checkout/get/'],
    ['an unknown path', '/nothing/here/'],
    ['a rejected path', '/assets/%00'],
  ])('is in the reply to %s, and another one each time [S39]', async (_, path) => {
    const ids = [await ask(path), await ask(path)].map((reply) => reply.headers.get('X-Request-Id'))
    expect(ids[0]).toMatch(uuid)
    expect(ids[1]).toMatch(uuid)
    expect(ids[0]).not.toBe(ids[1])
  })

  it('is the one reference of an error: in the reply, its header and the log line [S39]', async () => {
    const { status, json, headers } = await fail()
    expect(status).toBe(500)
    expect(json.reference).toMatch(uuid)
    expect(headers.get('X-Request-Id')).toBe(json.reference)
    expect(shop.logged).toMatchObject([
      {
        event: 'failed',
        method: 'GET',
        path: '/ajax/checkout/checkout/get/',
        status: 500,
        reference: json.reference,
      },
    ])
  })

  it('is on the error page of a browser too [S39]', async () => {
    await shop.db.schema.alterTable('sessions').renameTo('gone').execute()
    const reply = await ask('/signin/', { Accept: 'text/html' })
    await shop.db.schema.alterTable('gone').renameTo('sessions').execute()
    expect(reply.status).toBe(500)
    const id = reply.headers.get('X-Request-Id')
    expect(await reply.text()).toContain(`Reference: ${id}`)
    expect(shop.logged).toMatchObject([{ event: 'failed', path: '/signin/', reference: id }])
  })

  it('is in lines that a request logs below its route [S39]', async () => {
    shop.answer = async () => Promise.reject(new Error('down'))
    const visitor = await visitorWith(
      shop,
      (await offer(shop.db, { event: { demands_captcha: true } })).entry(1),
    )
    const reply = await visitor.post('/ajax/checkout/checkout/reserve_tickets/', {
      'h-captcha-response': 'token',
    })
    shop.answer = null
    expect(shop.logged).toMatchObject([
      { event: 'captcha service unreachable', reference: reply.headers.get('X-Request-Id') },
    ])
  })

  it('is taken from a trusted proxy if it is well formed, and from nobody else [S39]', async () => {
    const given = { 'X-Request-Id': 'Root=1-67891233-abc' }
    expect((await ask('/', given, proxied)).headers.get('X-Request-Id')).toBe('Root=1-67891233-abc')
    expect((await ask('/', given)).headers.get('X-Request-Id')).toMatch(uuid)
    for (const bad of ['ada@example.com', 'a b', '<b>', 'é', 'a'.repeat(101), ''])
      expect((await ask('/', { 'X-Request-Id': bad }, proxied)).headers.get('X-Request-Id')).toMatch(uuid)
  })
})

describe("the page's trace", () => {
  const trace = `${'a'.repeat(32)}-${'b'.repeat(16)}-1`

  it('is in the log lines of a call of the own page [MONI-11]', async () => {
    await fail({ 'Sec-Fetch-Site': 'same-origin', 'sentry-trace': trace })
    expect(shop.logged).toMatchObject([{ event: 'failed', trace }])
  })

  it.each([
    ['a malformed one', { 'Sec-Fetch-Site': 'same-origin', 'sentry-trace': 'ada@example.com' }],
    ['one of another site', { 'Sec-Fetch-Site': 'cross-site', 'sentry-trace': trace }],
    ['one that no page sends', { 'sentry-trace': trace }],
  ])('is not %s [MONI-12]', async (_, headers) => {
    await fail(headers)
    expect(shop.logged).toMatchObject([{ event: 'failed' }])
    expect(shop.logged[0]).not.toHaveProperty('trace')
  })
})
