import { inspect } from 'node:util'
import * as z from 'zod/mini'
import { afterEach, expect, test, vi } from 'vitest'
import { onPageEvents, type PageEvent } from '#src/lib/page-events.ts'
import { request } from './client.ts'
import { HttpFailure, InvalidReply, Offline } from './errors.ts'
import { entity, text } from './wire.ts'
import { closeShop, openShop } from './testing.ts'

const PATH = '/ajax/checkout/checkout/set_code/'
const reply = z.object({ code_applied: z.boolean() })
const send = () => request(reply, 'POST', PATH, { code: 'SUMMER' })
const failure = (call: () => Promise<unknown>) =>
  call().then(
    () => null,
    (error: unknown) => error,
  )

/** The reports of invalid replies from now on. */
function repliesReported() {
  onPageEvents(() => {})
  const reported: PageEvent[] = []
  onPageEvents((event) => event.type === 'reply' && reported.push(event))
  return reported
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('sends cookies, a form body and the decoded CSRF token [CALL-01, CALL-02, MONI-25, MONI-26]', async () => {
  const calls = openShop(() => Response.json({ code_applied: true }))
  expect(await send()).toEqual({ code_applied: true })
  expect(calls).toEqual([
    {
      line: `POST ${PATH}`,
      fields: { code: 'SUMMER' },
      contentType: 'application/x-www-form-urlencoded;charset=UTF-8',
      token: 'a=b',
      keepalive: false,
    },
  ])
})

test('sends a form body with every POST and none with a GET [CALL-02]', async () => {
  const calls = openShop()
  await request(z.unknown(), 'POST', PATH)
  await request(z.unknown(), 'GET', PATH)
  expect(calls.map(({ line, contentType }) => [line, contentType])).toEqual([
    [`POST ${PATH}`, 'application/x-www-form-urlencoded;charset=UTF-8'],
    [`GET ${PATH}`, null],
  ])
})

test('sends no token header without the cookie, and a badly encoded token unchanged [MONI-25, MONI-26]', async () => {
  openShop()
  const tokens: (string | null)[] = []
  vi.stubGlobal('fetch', (sent: Request) => {
    tokens.push(sent.headers.get('x-xsrf-token'))
    return Promise.resolve(Response.json({}))
  })
  for (const cookie of ['', 'theme=dark', 'XSRF-TOKEN=100%']) {
    vi.stubGlobal('document', { cookie })
    await request(z.unknown(), 'POST', PATH)
  }
  vi.stubGlobal('document', undefined)
  await request(z.unknown(), 'POST', PATH)
  expect(tokens).toEqual([null, null, '100%', null])
})

test('treats only statuses from 200 to 299 as success [MONI-24]', async () => {
  for (const status of [200, 201, 250, 299]) {
    openShop(() => Response.json({ code_applied: true }, { status }))
    expect(await send()).toEqual({ code_applied: true })
  }
  for (const status of [300, 304, 400, 401, 404, 422, 500, 503]) {
    openShop(() => new Response(status === 304 ? null : '{"message":"No"}', { status }))
    const error = await failure(send)
    expect(error).toBeInstanceOf(HttpFailure)
    expect(error).toMatchObject({ status })
  }
})

test.each([
  ['{"message":"Sold out"}', 'Sold out'],
  ['{"error":"Sold out"}', 'Sold out'],
  ['{"message":"","error":{"type":"reserving","message":"Sold out"}}', 'Sold out'],
  ['{"errors":["Sold out","Try another"]}', 'Sold out Try another'],
  ['{"errors":{"qty":["Too many"],"code":"Unknown"}}', 'Too many Unknown'],
  ['{"message":12}', ''],
  ['[]', ''],
  ['null', ''],
  ['', ''],
  ['<h1>Bad gateway</h1>', ''],
  ['Service down', ''],
])('reads the message of the failed reply %s', async (body, message) => {
  openShop(() => new Response(body, { status: 422 }))
  expect(await failure(send)).toMatchObject({ name: 'HttpFailure', status: 422, message, body })
})

test('keeps only the start of a long failed reply', async () => {
  openShop(() => new Response('x'.repeat(1_000_000), { status: 500 }))
  expect(await failure(send)).toMatchObject({ body: 'x'.repeat(4000) })
})

test('tells of each call its path, status and duration, and nothing of what was sent or answered', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const told: unknown[] = []
  onPageEvents(() => {})
  onPageEvents((event) => told.push(event))
  openShop(() => {
    vi.advanceTimersByTime(40)
    return Response.json({ code_applied: true })
  })
  await send()
  openShop(() => Response.json({ message: 'SUMMER is unknown' }, { status: 422 }))
  await failure(send)
  openShop()
  closeShop()
  await failure(send)
  const call = { type: 'call', method: 'POST', path: PATH }
  const sent = { type: 'sent', path: PATH }
  const [first] = told as { call: number }[]
  const number = first?.call ?? NaN
  expect(told).toEqual([
    { ...sent, call: number },
    { ...call, call: number, status: 200, ms: 40 },
    { ...sent, call: number + 1 },
    { ...call, call: number + 1, status: 422, ms: 0 },
    { ...sent, call: number + 2 },
    { ...call, call: number + 2, status: 0, ms: 0 },
  ])
})

test('treats an invalid shown field as empty, and reports its name and call', async () => {
  const reported = repliesReported()
  const lenient = entity('line', { strict: { price: text }, shown: { title: text } })
  openShop(() => Response.json({ price: '1', title: ['ada@example.org'] }))
  expect(await request(lenient, 'GET', PATH)).toEqual({ price: '1', title: '' })
  openShop(() => Response.json({ price: '1', title: 'Hamlet' }))
  expect(await request(lenient, 'GET', PATH)).toEqual({ price: '1', title: 'Hamlet' })
  expect(reported).toEqual([{ type: 'reply', path: PATH, fields: ['line.title'], isRejected: false }])
})

test('names the invalid fields of a reply, never their values', async () => {
  const reported = repliesReported()
  const lines = z.object({ lines: z.array(z.object({ price: z.number() })) })
  openShop(() => Response.json({ lines: [{ price: 1 }, { price: 'ada@example.org' }] }))
  const error = await failure(() => request(lines, 'GET', PATH))
  expect(error).toBeInstanceOf(InvalidReply)
  expect(error).toMatchObject({
    paths: ['lines.1.price'],
    message: `Invalid reply of ${PATH}: lines.1.price`,
  })
  expect(reported).toEqual([{ type: 'reply', path: PATH, fields: ['lines.1.price'], isRejected: true }])
  expect(JSON.stringify([error, reported]) + String(error)).not.toContain('ada@')
})

test.each(['<html></html>', '{"code_applied":', 'OK', '', 'null', '[]', '{}'])(
  'rejects the reply "%s" of a call with fields',
  async (body) => {
    openShop(() => new Response(body))
    expect(await failure(send)).toBeInstanceOf(InvalidReply)
  },
)

test('includes no request data in any error', async () => {
  openShop()
  closeShop()
  const failures = [await failure(send)]
  openShop(() => Response.json({ message: 'No' }, { status: 422 }))
  failures.push(await failure(send))
  openShop(() => Response.json({ code: 'SUMMER' }))
  failures.push(await failure(send))
  expect(failures.map((error) => (error as Error).name)).toEqual(['Offline', 'HttpFailure', 'InvalidReply'])
  expect(inspect(failures, { depth: 20, showHidden: true })).not.toMatch(/SUMMER|x-xsrf-token/i)
})

test('is offline without a reply, and when the reply breaks off', async () => {
  openShop()
  closeShop()
  expect(await failure(send)).toBeInstanceOf(Offline)
  const broken = () => new ReadableStream({ pull: (stream) => stream.error(new TypeError('network error')) })
  openShop(() => new Response(broken()))
  expect(await failure(send)).toBeInstanceOf(Offline)
})

test('has no timeout [MONI-23]', async () => {
  vi.useFakeTimers()
  openShop()
  let answer = (_: Response) => {}
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const waiting = send()
  await vi.advanceTimersByTimeAsync(24 * 60 * 60 * 1000)
  answer(Response.json({ code_applied: true }))
  expect(await waiting).toEqual({ code_applied: true })
})

test('sends one request, whatever the reply', async () => {
  for (const status of [408, 413, 429, 500, 503]) {
    const calls = openShop(() => Response.json({}, { status, headers: { 'retry-after': '0' } }))
    await failure(() => request(reply, 'GET', PATH))
    expect(calls).toHaveLength(1)
  }
})

test('sends one request without a reply', async () => {
  openShop()
  const unreachable = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', unreachable)
  await failure(() => request(reply, 'GET', PATH))
  expect(unreachable).toHaveBeenCalledOnce()
})

test('sends requests to the origin of the page, bypassing caches', async () => {
  openShop()
  const sent: Request[] = []
  vi.stubGlobal('fetch', (one: Request) => {
    sent.push(one)
    return Promise.resolve(Response.json({}))
  })
  await request(z.unknown(), 'GET', PATH)
  expect(sent[0]).toMatchObject({
    url: `https://shop.example${PATH}`,
    credentials: 'include',
    cache: 'no-store',
  })
})
