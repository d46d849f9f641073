import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'

import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { assets } from '#server/pages/assets.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { compression, pickEncoding } from './compression.ts'

const builtFolder = mkdtempSync(join(tmpdir(), 'foyer-dist-'))
const script = 'let a = "the script of the page"\n'.repeat(100)
const page = `${'<p>app</p>'.repeat(200)}<script id="config" type="application/json">{}</script>`

let shop: TestShop
let server: Server
beforeAll(async () => {
  mkdirSync(join(builtFolder, 'assets'))
  writeFileSync(join(builtFolder, 'index.html'), page)
  for (const [name, text] of Object.entries({ 'assets/app-1a2b.js': script, 'favicon.svg': '<svg/>' }))
    writeFileSync(join(builtFolder, name), text)
  writeFileSync(join(builtFolder, 'assets/app-1a2b.js.br'), brotliCompressSync(script))
  writeFileSync(join(builtFolder, 'assets/app-1a2b.js.gz'), gzipSync(script))
  writeFileSync(join(builtFolder, 'assets/app-1a2b.js.map'), '{"sources":["secret.ts"]}')
  shop = await createTestShop()
  const app = createApp({ ...shop, log: () => {}, builtFolder })
  await new Promise<void>((resolve) => {
    server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve()) as Server
  })
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await shop.close()
  rmSync(builtFolder, { recursive: true })
})

interface Wire {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  text: string
}

const decode = { br: brotliDecompressSync, gzip: gunzipSync }

/** Fetches the raw bytes of a reply. */
async function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Wire> {
  const { port } = server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, headers, method }, (reply) => {
      buffer(reply).then((body) => {
        const encoding = reply.headers['content-encoding'] as 'br' | 'gzip' | undefined
        const text = encoding && body.length ? decode[encoding](body).toString() : body.toString()
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body, text })
      }, reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const browser = { 'Accept-Encoding': 'gzip, deflate, br, zstd', Accept: 'text/html' }

describe('compression', () => {
  it.each([
    ['the page of the app', '/checkout/'],
    ['a script of the app', '/assets/app-1a2b.js'],
    ['a page of the shop', '/all-events/'],
    ['the script of the pages', assets.script.path],
    ['a picture', '/pictures/lantern-evening.svg'],
    ['data', '/ajax/checkout/checkout/get/'],
  ])('sends %s in the encoding that the browser accepts', async (_, path) => {
    const plain = await ask(path, { Accept: 'text/html' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    for (const encoding of ['br', 'gzip'] as const) {
      const reply = await ask(path, { ...browser, 'Accept-Encoding': encoding })
      expect(reply.status).toBe(200)
      expect(reply.headers['content-encoding']).toBe(encoding)
      expect(Number(reply.headers['content-length'])).toBe(reply.body.length)
      expect(reply.body.length).toBeLessThan(plain.body.length)
      expect(reply.text).toHaveLength(plain.text.length)
      expect(reply.headers.vary).toBe('Accept-Encoding')
      expect(reply.headers['content-type']).toBe(plain.headers['content-type'])
    }
    expect((await ask(path, browser)).headers['content-encoding']).toBe('br')
    expect(plain.headers.vary).toBe('Accept-Encoding')
  })

  it('sends the precompressed files of the build', async () => {
    expect((await ask('/assets/app-1a2b.js', browser)).body).toEqual(brotliCompressSync(script))
  })

  it.each(['/checkout/', '/pictures/lantern-evening.svg', assets.script.path])(
    'compresses %s as well as it can, because it stays the same',
    async (path) => {
      const { body, text } = await ask(path, browser)
      expect(body).toEqual(brotliCompressSync(text))
    },
  )

  it.each(['/assets/app-1a2b.js', '/checkout/', '/favicon.svg'])(
    'replies 304 for a cached %s, with an ETag per encoding',
    async (path) => {
      const plain = await ask(path)
      const first = await ask(path, browser)
      const again = await ask(path, { ...browser, 'If-None-Match': String(first.headers.etag) })
      expect([again.status, again.body.length]).toEqual([304, 0])
      expect(again.headers.etag).toBe(first.headers.etag)
      expect(again.headers.vary).toBe('Accept-Encoding')
      expect(again.headers['cache-control']).toBe(first.headers['cache-control'])
      expect((await ask(path, { ...browser, 'If-None-Match': '"other"' })).status).toBe(200)
      if (first.headers['content-encoding']) expect(plain.headers.etag).not.toBe(first.headers.etag)
    },
  )

  it('sends a weak ETag with a file that it compressed itself', async () => {
    const weighed = { 'Accept-Encoding': 'gzip;q=0.8, br;q=0' }
    const { headers, text } = await ask('/assets/app-1a2b.js', weighed)
    expect([headers['content-encoding'], text]).toEqual(['gzip', script])
    expect(headers.etag).toMatch(/^W\/"/)
    const again = await ask('/assets/app-1a2b.js', { ...weighed, 'If-None-Match': String(headers.etag) })
    expect(again.status).toBe(304)
  })

  it('sets a session cookie with a 304 reply', async () => {
    const { etag } = (await ask('/checkout/', browser)).headers
    const { status, headers } = await ask('/checkout/', { ...browser, 'If-None-Match': String(etag) })
    expect(status).toBe(304)
    expect(headers['set-cookie']?.join()).toMatch(/__Host-session=.*XSRF-TOKEN=/)
  })

  it('sets both cookies of a first visit with a compressed reply', async () => {
    const { headers } = await ask('/all-events/', browser)
    expect(headers['content-encoding']).toBe('br')
    expect(headers['set-cookie']).toHaveLength(2)
  })

  it.each(['/assets/app-1a2b.js.map', '/assets/app-1a2b.js.br', '/assets/none-1a2b.js', '/assets/'])(
    'replies 404 to %s, without a session cookie',
    async (path) => {
      const { status, headers, text } = await ask(path, browser)
      expect([status, headers['set-cookie']]).toEqual([404, undefined])
      expect(text).not.toContain('secret.ts')
    },
  )

  const formPages = ['/events/late-film-club/', '/gift-vouchers/', '/signin/', '/mailing-list']
  const tokensOf = (text: string) =>
    [...text.matchAll(/name="_token"\s+value="([^"]+)"/g)].map((one) => one[1])

  it.each(formPages)(
    'compresses the form at %s, whose CSRF token is written differently each time [S1, S40]',
    async (path) => {
      const first = await ask(path, browser)
      const Cookie = (first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
      const [, plain = ''] = /XSRF-TOKEN=([^;]+)/.exec(Cookie) ?? []
      const replies = [first, ...(await Promise.all([1, 2, 3].map(() => ask(path, { ...browser, Cookie }))))]
      const tokens = replies.flatMap(({ text }) => tokensOf(text))
      expect(tokens.length).toBeGreaterThanOrEqual(4)
      expect(new Set(tokens).size).toBe(tokens.length)
      for (const { headers, text, body } of replies) {
        expect(headers['content-encoding']).toBe('br')
        expect(body.length).toBeLessThan(text.length / 2)
        expect(headers['cache-control']).toBe('no-store')
        expect(text).not.toContain(plain)
      }
    },
  )

  it('tells nothing about the CSRF token by the length of a compressed page [S1]', async () => {
    const first = await ask('/signin/', browser)
    const Cookie = (first.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
    const [, plain = ''] = /XSRF-TOKEN=([^;]+)/.exec(Cookie) ?? []
    // Whoever guesses a part of the token has the page repeat it in the address to go on to.
    const lengthWith = async (guess: string) => {
      const lengths = []
      for (let round = 0; round < 20; round++)
        lengths.push((await ask(`/signin/?next=/${guess}`, { ...browser, Cookie })).body.length)
      return lengths.reduce((sum, length) => sum + length) / lengths.length
    }
    const other = Buffer.from(plain, 'base64url').map((byte) => byte ^ 0x5a)
    const right = await lengthWith(plain)
    const wrong = await lengthWith(Buffer.from(other).toString('base64url'))
    expect(Math.abs(right - wrong)).toBeLessThan(10)
  })

  it('compresses no small replies, such as the errors of calls', async () => {
    const notFound = await ask('/ajax/checkout/checkout/none/', { 'Accept-Encoding': 'br' })
    expect([notFound.status, notFound.headers['content-encoding']]).toEqual([404, undefined])
    const health = await ask('/health', browser)
    expect([health.text, health.headers['content-encoding']]).toEqual(['{"ok":true}', undefined])
  })

  it('answers a HEAD request for a file without its body', async () => {
    const { status, body, headers } = await ask('/assets/app-1a2b.js', browser, 'HEAD')
    expect([status, body.length]).toEqual([200, 0])
    expect(headers['content-encoding']).toBe('br')
  })
})

it.each([
  { length: 60_000, encoding: 'br' },
  { length: 60_000, encoding: 'gzip' },
  { length: 600_000, encoding: 'br' },
  { length: 600_000, encoding: 'gzip' },
] as const)(
  'compresses a reply of $length bytes as $encoding, and keeps its status and cookies',
  async (one) => {
    const text = 'a reply of some length '.repeat(one.length / 23)
    const cookies = ['a=1; Expires=Fri, 27 Nov 2026 12:00:00 GMT', 'b=2']
    const headers = { ETag: '"tag"', 'Content-Type': 'text/html', 'Set-Cookie': cookies }
    const app = new Hono().use(compression).get('/', (c) => c.body(text, 410, headers))
    const reply = await app.request('/', { headers: { 'Accept-Encoding': one.encoding } })
    expect(reply.status).toBe(410)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'text/html',
      'content-encoding': one.encoding,
      etag: 'W/"tag"',
      vary: 'Accept-Encoding',
    })
    expect(reply.headers.getSetCookie()).toEqual(cookies)
    const sent = Buffer.from(await reply.arrayBuffer())
    expect(reply.headers.get('Content-Length')).toBe(String(sent.length))
    expect(decode[one.encoding](sent).toString()).toBe(text)
  },
)

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.8, br;q=0', 'gzip'],
  ['br ; q=0.000, gzip;q=0', null],
  ['br;q=0.5', 'br'],
  ['identity', null],
  ['brotli, xgzip', null],
  ['', null],
])('picks for "%s" the encoding %s', (accepted, encoding) => {
  expect(pickEncoding(accepted)).toBe(encoding)
})
