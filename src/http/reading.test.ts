import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { HttpFailure, Offline } from './errors.ts'
import { reading } from './reading.ts'
import { closeShop, openShop } from './testing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function read(patience = 10_000) {
  const result = new QueryClient().fetchQuery(checkoutQuery).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(patience)
  return result
}

test('retries a read twice after server errors, with growing pauses [F21]', async () => {
  const at: number[] = []
  openShop(() => {
    at.push(Date.now())
    return Response.json({}, { status: 503 })
  })
  expect(await read()).toBeInstanceOf(HttpFailure)
  const [first = 0, second = 0, third = 0, ...more] = at
  expect(more).toEqual([])
  expect(second - first).toBeGreaterThanOrEqual(500)
  expect(third - second).toBeGreaterThanOrEqual(1000)
})

test('spreads the retries of many pages over half a pause more [F21]', () => {
  const pauses = [0, 0.999].map((random) => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(random)
    return reading.retryDelay(0, new Error())
  })
  expect(pauses).toEqual([500, expect.closeTo(750, 0)])
})

const deviceTime = 'Fri, 20 Nov 2026 10:00:00 GMT'
const dayLater = (seconds: number) => `Sat, 21 Nov 2026 10:00:0${seconds} GMT`

test.each([
  ['the seconds of a server that is busy', 503, { 'retry-after': '3' }, 3000],
  ['the seconds of a rate limit', 429, { 'retry-after': '10' }, 10_000],
  ['a date by the clock of the server', 503, { 'retry-after': dayLater(4), date: dayLater(0) }, 4000],
  [
    'no more than the usual pause for a date that has passed',
    503,
    { 'retry-after': dayLater(0), date: dayLater(4) },
    0,
  ],
  ['no more than the usual pause for a date alone', 429, { 'retry-after': dayLater(4) }, 0],
  ['no more than the usual pause for something else', 429, { 'retry-after': 'soon' }, 0],
  ['no more than the usual pause after a rate limit without one', 429, {}, 0],
])(
  'retries a read after the pause that the server asks for, twice at most: %s [F21]',
  async (_, status, headers, asked) => {
    vi.setSystemTime(deviceTime)
    const at: number[] = []
    openShop(() => {
      at.push(Date.now())
      return Response.json({}, { status, headers })
    })
    expect(await read(30_000)).toBeInstanceOf(HttpFailure)
    const [first = 0, second = 0, third = 0, ...more] = at
    expect(more).toEqual([])
    for (const [pause, usual] of [
      [second - first, 500],
      [third - second, 1000],
    ] as const) {
      expect(pause).toBeGreaterThanOrEqual(Math.max(asked, usual))
      expect(pause).toBeLessThanOrEqual(Math.max(asked, usual) + usual / 2)
    }
  },
)

test('succeeds when the server has recovered', async () => {
  const replies = [Response.json({}, { status: 500 }), Response.json({ state: 'payment' })]
  openShop(() => replies.shift() ?? Response.error())
  expect(await read()).toMatchObject({ state: 'payment' })
})

test.each([
  ['a client error', () => Response.json({ message: 'No' }, { status: 403 })],
  [
    'a rate limit that lasts longer than a buyer waits',
    () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } }),
  ],
  [
    'a busy server that asks for more than a buyer waits',
    () => Response.json({}, { status: 503, headers: { 'retry-after': '11' } }),
  ],
  ['an invalid reply', () => Response.json({ state: 'basket', tickets: 'many' })],
])('does not retry after %s [F21]', async (_, answer) => {
  const calls = openShop(answer)
  expect(await read()).toBeInstanceOf(Error)
  expect(calls).toHaveLength(1)
})

test('fails as offline instead of pausing', async () => {
  openShop()
  closeShop()
  vi.stubGlobal('navigator', { onLine: false })
  expect(await read()).toBeInstanceOf(Offline)
})

test('caches a read until it is reloaded', async () => {
  const calls = openShop(() => Response.json({ state: 'basket' }))
  const client = new QueryClient()
  await client.fetchQuery(checkoutQuery)
  await vi.advanceTimersByTimeAsync(60 * 60 * 1000)
  await client.fetchQuery(checkoutQuery)
  const stop = new QueryObserver(client, checkoutQuery).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(1000)
  stop()
  expect(calls).toHaveLength(1)
  await client.fetchQuery({ ...checkoutQuery, staleTime: 0 })
  expect(calls).toHaveLength(2)
})

test('finishes a read after its last observer has gone', async () => {
  const calls = openShop(() => Response.json({ state: 'login' }))
  const client = new QueryClient()
  const reading = client.fetchQuery(checkoutQuery)
  new QueryObserver(client, checkoutQuery).subscribe(() => {})()
  await vi.advanceTimersByTimeAsync(1000)
  expect(await reading).toMatchObject({ state: 'login' })
  expect(calls).toHaveLength(1)
})
