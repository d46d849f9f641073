import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import {
  brokenReplies,
  hangingReplies,
  slices,
  startFaultyService,
  type FaultyReply,
  type FaultyService,
} from '#server/testing/faulty-replies.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { isHuman } from './hcaptcha.ts'
import { Unreachable } from './payment-provider.ts'
import { seatsioSeats } from './seatsio.ts'

let shop: TestShop
let service: FaultyService
/** What the service answers. */
let reply: { how: FaultyReply; json: () => string }
beforeAll(async () => {
  shop = await createTestShop()
  service = await startFaultyService((socket) => reply.how(socket, reply.json()))
})
afterAll(async () => {
  await service.close()
  await shop.close()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Lets the time limits of calls be over as soon as the service has answered as far as it does. */
function endTimeLimits() {
  const before = service.answered()
  const limits: [AbortController, number][] = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController()
    limits.push([limit, ms])
    return limit.signal
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  return async () => {
    while (service.answered() === before) await new Promise(setImmediate)
    // What was written has arrived.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    for (const [limit, ms] of limits) if (ms <= 5000) limit.abort(new DOMException('late', 'TimeoutError'))
    await vi.advanceTimersByTimeAsync(5000)
  }
}

describe('a captcha', () => {
  const verdict = () => JSON.stringify({ success: true, challenge_ts: new Date().toISOString() })
  const ask = () => {
    const log = (fields: (typeof shop.logged)[number]) => void shop.logged.push(fields)
    return isHuman(
      { config: shop.config, db: shop.db, log, fetch: (_, init) => fetch(service.url, init) },
      'token',
    )
  }

  it('is passed if its verdict comes a few bytes at a time [S10] [C14]', async () => {
    reply = { how: slices, json: verdict }
    expect(await ask()).toBe(true)
  })

  it.each(brokenReplies)(
    'is not passed if its service %s, and the log says so [S10] [C14]',
    async (_, how) => {
      reply = { how, json: verdict }
      shop.logged.length = 0
      expect(await ask()).toBe(false)
      expect(shop.logged).toMatchObject([{ event: 'captcha service unreachable' }])
    },
  )

  it.each(hangingReplies)(
    'is not passed if its service %s, after five seconds [S10] [C14]',
    async (_, how) => {
      reply = { how, json: verdict }
      shop.logged.length = 0
      const end = endTimeLimits()
      const asked = ask()
      await end()
      expect(await asked).toBe(false)
      expect(shop.logged).toMatchObject([{ event: 'captcha service unreachable' }])
    },
  )
})

describe('a call to seats.io', () => {
  const labels = { own: { label: '1', type: 'seat' }, parent: { label: 'A', type: 'row' } }
  const seat = {
    label: 'A-1',
    labels,
    ids: { own: '1', parent: 'A' },
    status: 'free',
    forSale: true,
    categoryKey: 1,
  }
  const calls = {
    'to find seats': [{ 'A-1': seat }, (seats: Seats) => seats.find('friday', ['A-1'])],
    'to list free seats': [[seat], (seats: Seats) => seats.listFree('friday')],
    'for a hold token': [{ holdToken: 'T', expiresInSeconds: 900 }, (seats: Seats) => seats.createToken(15)],
    'to check a hold token': [
      { holdToken: 'T', expiresInSeconds: 900 },
      (seats: Seats) => seats.isTokenAlive('T'),
    ],
    'to book': [{ objects: { 'A-1': seat } }, (seats: Seats) => seats.book('friday', ['A-1'], 'T', 'order')],
    'to release': [{ objects: { 'A-1': seat } }, (seats: Seats) => seats.release('friday', ['A-1'], 'T')],
  } as const
  type Seats = ReturnType<typeof seatsioSeats>
  const names = Object.keys(calls) as (keyof typeof calls)[]
  const account = { publicKey: 'public', secretKey: 'a-very-secret-key', region: 'eu', fetch }
  const connect = () => seatsioSeats({ ...account, apiUrl: service.url })

  it.each(names)('%s succeeds if the reply comes a few bytes at a time [C14]', async (name) => {
    const [json, call] = calls[name]
    reply = { how: slices, json: () => JSON.stringify(json) }
    await expect(call(connect())).resolves.not.toThrow()
  })

  it.each(names.flatMap((name) => brokenReplies.map(([what, how]) => [name, what, how] as const)))(
    '%s has no known outcome if the service %s [C14]',
    async (name, _, how) => {
      const [json, call] = calls[name]
      reply = { how, json: () => JSON.stringify(json) }
      const outcome: unknown = await call(connect()).catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(Unreachable)
    },
  )

  it.each(names.flatMap((name) => hangingReplies.map(([what, how]) => [name, what, how] as const)))(
    '%s is given up after five seconds if the service %s [C14]',
    async (name, _, how) => {
      const [json, call] = calls[name]
      reply = { how, json: () => JSON.stringify(json) }
      const end = endTimeLimits()
      const outcome = call(connect()).catch((error: unknown) => error)
      await end()
      expect(await outcome).toBeInstanceOf(Unreachable)
    },
  )
})
