import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { checkoutQuery } from './checkout-calls.ts'
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

async function read() {
  const result = new QueryClient().fetchQuery(checkoutQuery).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(10_000)
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
    return reading.retryDelay(0)
  })
  expect(pauses).toEqual([500, expect.closeTo(750, 0)])
})

test('succeeds when the server has recovered', async () => {
  const replies = [Response.json({}, { status: 500 }), Response.json({ state: 'payment' })]
  openShop(() => replies.shift() ?? Response.error())
  expect(await read()).toMatchObject({ state: 'payment' })
})

test.each([
  ['a client error', () => Response.json({ message: 'No' }, { status: 403 })],
  ['too many requests', () => Response.json({}, { status: 429, headers: { 'retry-after': '30' } })],
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
