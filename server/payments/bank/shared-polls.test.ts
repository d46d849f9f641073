import { Hono } from 'hono'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import type { ShopEnv } from '#server/http/env.ts'
import { call } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { times } from '#server/testing/two-shops.ts'

import { sharedPolls } from './shared-polls.ts'
import { SingleFlight } from '#server/payments/settling/single-flight.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

/** A shop that counts its answers, and gives the first one when it is told to. */
function counting() {
  const first = Promise.withResolvers<void>()
  let answers = 0
  const app = new Hono<ShopEnv>().use(sharedPolls()).post('/', async (c) => {
    const answer = ++answers
    if (answer === 1) await first.promise
    if (c.req.header('X-XSRF-TOKEN') === 'wrong') return c.json({ message: 'refused' }, 403)
    return c.json({ answer })
  })
  const poll = async (session: string, headers = {}) => {
    const reply = await app.request('/', {
      method: 'POST',
      headers: { ...(session && { Cookie: `__Host-session=${session}` }), ...headers },
    })
    return `${reply.status} ${await reply.text()}`
  }
  return { poll, answer: () => first.resolve(), count: () => answers }
}

it('answers a thousand simultaneous polls of a session once, and those that come meanwhile once more [S44]', async () => {
  const { poll, answer, count } = counting()
  const early = times(1000, () => poll('a'))
  await Promise.resolve()
  // The first answer is under way by now.
  await new Promise(setImmediate)
  const late = times(1000, () => poll('a'))
  answer()
  expect(new Set(await early)).toEqual(new Set(['200 {"answer":1}']))
  expect(new Set(await late)).toEqual(new Set(['200 {"answer":2}']))
  expect(count()).toBe(2)
})

it('lets a session wait for no other, and gives none the reply of another [S44, S23]', async () => {
  const { poll, answer } = counting()
  const stuck = poll('a')
  await new Promise(setImmediate)
  expect(await poll('b')).toBe('200 {"answer":2}')
  expect(await poll('')).toBe('200 {"answer":3}')
  answer()
  expect(await stuck).toBe('200 {"answer":1}')
})

it('refuses a forged poll alone [S1, S44]', async () => {
  const { poll, answer } = counting()
  const own = poll('a', { 'X-XSRF-TOKEN': 'right' })
  const forged = [poll('a', { 'X-XSRF-TOKEN': 'wrong' }), poll('a', { 'X-XSRF-TOKEN': 'wrong' })]
  answer()
  expect(await own).toBe('200 {"answer":1}')
  expect(await Promise.all(forged)).toEqual(Array(2).fill('403 {"message":"refused"}'))
})

it('remembers little of a session that somebody has invented, however long it is [S44]', async () => {
  const { poll, answer } = counting()
  const take = vi.spyOn(SingleFlight.prototype, 'run')
  answer()
  await poll('a'.repeat(10_000))
  expect(take.mock.calls.map(([question]) => question.length)).toEqual([43])
  take.mockRestore()
})

it('tells each of many polling buyers about their own payment, with headers and a request id of its own [S44, S39]', async () => {
  const buyers = await times(3, () => payer(shop))
  for (const { visitor } of buyers) await call(visitor, 'create_truelayer_payment')
  const replies = await times(30, (index) => call(buyers[index % 3]!.visitor, 'get_truelayer_status'))
  for (const [index, { status, json, headers }] of replies.entries()) {
    expect([status, json.truelayer_status.reference]).toEqual([200, buyers[index % 3]!.reference])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toContain('application/json')
    expect(headers.get('content-security-policy')).toBeTruthy()
  }
  expect(new Set(replies.map(({ headers }) => headers.get('x-request-id'))).size).toBe(30)
})

it('answers a buyer’s next poll while the form of one before has stopped on its way [S44]', async () => {
  const { visitor } = await payer(shop)
  await call(visitor, 'create_truelayer_payment')
  const stopped = new ReadableStream<Uint8Array>({ start: (stream) => stream.enqueue(Buffer.from('a=')) })
  const headers = {
    Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; '),
    'X-XSRF-TOKEN': visitor.cookies.get('XSRF-TOKEN') ?? '',
  }
  const address = `${shop.config.origin}/ajax/checkout/checkout/get_truelayer_status/`
  void shop.app.request(address, { method: 'POST', headers, body: stopped, duplex: 'half' } as RequestInit)
  await new Promise(setImmediate)
  expect((await call(visitor, 'get_truelayer_status')).status).toBe(200)
})
