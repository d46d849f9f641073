import { inspect } from 'node:util'

import { afterEach, expect, it, vi } from 'vitest'

import { Unreachable } from './payment-provider.ts'
import { SeatsRejected } from './seating-provider.ts'
import { seatsioSeats } from './seatsio.ts'

afterEach(() => void vi.useRealTimers())

const secretKey = 'a-very-secret-key'

/** An object as seats.io describes it. */
const seat = (label: string, more: object = {}) => {
  const [section, row, number] = label.split('-')
  return {
    label,
    ids: { own: number, parent: row, section },
    labels: { own: { label: number, type: 'seat' }, parent: { label: row, type: 'row' }, section },
    status: 'free',
    categoryKey: 1,
    ...more,
  }
}

type Reply = (request: Request) => Response | Promise<Response>

/** Connects to a seats.io that answers so, and records its requests. */
function connect(reply: Reply) {
  const requests: { call: string; body: unknown }[] = []
  const seats = seatsioSeats({
    publicKey: 'public',
    secretKey,
    region: 'eu',
    apiUrl: 'http://seats.test/sandbox/seatsio',
    fetch: async (input, init) => {
      const request = new Request(input, init)
      expect(request.headers.get('Authorization')).toBe(`Basic ${btoa(`${secretKey}:`)}`)
      const { pathname, search } = new URL(request.url)
      const text = await request.clone().text()
      requests.push({
        call: `${request.method} ${pathname.replace('/sandbox/seatsio', '')}${search}`,
        body: text ? (JSON.parse(text) as unknown) : null,
      })
      return reply(request)
    },
  })
  return { seats, requests }
}

const refusal = (status: number, code: string) =>
  Response.json({ status, errors: [{ code, message: `${code}: ${secretKey}` }], requestId: '1' }, { status })

it('reads seats with their labels, category, status and token, and leaves out unknown ones', async () => {
  const { seats, requests } = connect(() =>
    Response.json({
      'Stalls-C-12': seat('Stalls-C-12', { status: 'reservedByToken', holdToken: 'T' }),
      'Stalls-C-13': seat('Stalls-C-13', { status: 'booked', orderId: 'order' }),
      'Stalls-C-14': seat('Stalls-C-14', { status: 'held for the house' }),
    }),
  )
  const found = await seats.find('friday', ['Stalls-C-12', 'Stalls-C-13', 'Stalls-C-14', 'Stalls-Z-1'])
  const place = { section: 'Stalls', row: 'C', category: '1', restricted_view: false }
  expect([...found.values()]).toEqual([
    { ...place, label: 'Stalls-C-12', number: '12', status: 'held', token: 'T', order: '' },
    { ...place, label: 'Stalls-C-13', number: '13', status: 'booked', token: null, order: 'order' },
    { ...place, label: 'Stalls-C-14', number: '14', status: 'booked', token: null, order: '' },
  ])
  expect(requests[0]?.call).toBe(
    'GET /events/friday/objects?label=Stalls-C-12&label=Stalls-C-13&label=Stalls-C-14&label=Stalls-Z-1',
  )
})

it('finds no seats of an unknown event', async () => {
  const { seats } = connect(() => refusal(404, 'EVENT_NOT_FOUND'))
  expect((await seats.find('nowhere', ['A-1'])).size).toBe(0)
})

it('makes hold tokens, and tells whether one is alive', async () => {
  const { seats, requests } = connect((request) => {
    if (request.url.endsWith('/gone')) return refusal(404, 'HOLD_TOKEN_NOT_FOUND')
    return Response.json({ holdToken: 'T', expiresAt: '2026-01-01T10:00:00Z', expiresInSeconds: 900 })
  })
  expect(await seats.createToken(15)).toEqual({ token: 'T', seconds: 900 })
  expect(await seats.isTokenAlive('T')).toBe(true)
  expect(await seats.isTokenAlive('gone')).toBe(false)
  await seats.isTokenAlive('../events/friday')
  expect(requests.map(({ call }) => call)).toEqual([
    'POST /hold-tokens',
    'GET /hold-tokens/T',
    'GET /hold-tokens/gone',
    'GET /hold-tokens/..%2Fevents%2Ffriday',
  ])
  expect(requests[0]?.body).toEqual({ expiresInMinutes: 15 })
})

it('takes seats over in one transaction', async () => {
  const { seats, requests } = connect(() => Response.json({ results: [{ objects: {} }, { objects: {} }] }))
  await seats.takeOver(
    'friday',
    [
      { label: 'A-1', from: 'chart' },
      { label: 'A-2', from: null },
    ],
    'shop',
  )
  expect(requests).toEqual([
    {
      call: 'POST /events/actions/change-object-status?expand=objects',
      body: {
        statusChanges: [
          { type: 'RELEASE', event: 'friday', objects: [{ objectId: 'A-1' }], holdToken: 'chart' },
          {
            type: 'CHANGE_STATUS_TO',
            event: 'friday',
            objects: [{ objectId: 'A-1' }, { objectId: 'A-2' }],
            status: 'reservedByToken',
            holdToken: 'shop',
          },
        ],
      },
    },
  ])
})

it('books seats for an order and releases them', async () => {
  const { seats, requests } = connect(() => Response.json({ objects: { 'A-1': seat('Stalls-A-1') } }))
  await seats.book('friday', ['A-1'], 'shop', 'order')
  await seats.release('friday', ['A-1'], 'shop')
  const change = { events: ['friday'], objects: [{ objectId: 'A-1' }], holdToken: 'shop' }
  expect(requests.map(({ body }) => body)).toEqual([
    { ...change, type: 'CHANGE_STATUS_TO', status: 'booked', orderId: 'order' },
    { ...change, type: 'RELEASE' },
  ])
})

it('passes on that a change was refused', async () => {
  const { seats } = connect(() => refusal(400, 'ILLEGAL_STATUS_CHANGE'))
  await expect(seats.book('friday', ['A-1'], null, 'order')).rejects.toThrow(SeatsRejected)
})

it.each<[what: string, reply: Reply]>([
  ['does not answer', () => Promise.reject(new TypeError('fetch failed'))],
  ['has an internal error', () => new Response(null, { status: 500 })],
  ['has an internal error with a body', () => refusal(503, 'GENERAL_ERROR')],
  ['refuses the keys', () => new Response(null, { status: 401, statusText: 'Unauthorized' })],
  ['is asked too often', () => refusal(429, 'RATE_LIMIT_EXCEEDED')],
  ['answers with an empty object', () => Response.json({})],
  ['answers with a page', () => new Response('<h1>Welcome</h1>')],
])('knows no outcome if seats.io %s, and asks once', async (_, reply) => {
  const { seats, requests } = connect(reply)
  const calls = [
    seats.book('friday', ['A-1'], 'T', 'order'),
    seats.takeOver('friday', [{ label: 'A-1', from: 'T' }], 'S'),
    seats.createToken(15),
  ]
  const outcomes = await Promise.allSettled(calls)
  for (const outcome of outcomes)
    expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(Unreachable)
  expect(requests).toHaveLength(calls.length)
})

it('gives up a call after five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = Promise.withResolvers<void>()
  const { seats } = connect(({ signal }) => {
    asked.resolve()
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))
  })
  const call = seats.createToken(15).catch((error: unknown) => error)
  await asked.promise
  await vi.advanceTimersByTimeAsync(5000)
  expect(await call).toBeInstanceOf(Unreachable)
})

it.each<[what: string, reply: Reply]>([
  ['a lost connection', () => Promise.reject(new TypeError('fetch failed'))],
  ['a refusal', () => refusal(400, 'ILLEGAL_STATUS_CHANGE')],
  ['an internal error', () => new Response(null, { status: 500, statusText: secretKey })],
])('keeps the secret key out of the error of %s [S42]', async (_, reply) => {
  const { seats } = connect(reply)
  const error: unknown = await seats.book('friday', ['A-1'], 'T', 'order').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  const told = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error)
  for (const secret of [secretKey, btoa(`${secretKey}:`)]) expect(told).not.toContain(secret)
})
