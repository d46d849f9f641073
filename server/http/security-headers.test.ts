import { Hono } from 'hono'
import { expect, it } from 'vitest'

import type { Config } from '#server/config.ts'

import type { ShopEnv } from './env.ts'
import { securityHeaders } from './security-headers.ts'

async function policyOf(page: Config['page']) {
  const app = new Hono<ShopEnv>().use(
    securityHeaders({ mode: 'production', page, providers: { square: null, seatsio: null } }),
  )
  const reply = await app.request('http://shop.test/')
  const policy = reply.headers.get('content-security-policy') ?? ''
  return (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
}

async function headersOf(type: string, cacheControl = 'no-store') {
  const app = new Hono<ShopEnv>()
    .use(securityHeaders({ mode: 'production', page: {}, providers: { square: null, seatsio: null } }))
    .get('/', (c) => c.body('{}', 200, { 'Content-Type': type, 'Cache-Control': cacheControl }))
  return (await app.request('http://shop.test/')).headers
}

const sizeOf = (headers: Headers) =>
  [...headers].map((pair) => pair.join(': ').length + 2).reduce((a, b) => a + b)

const forEver = 'public, max-age=31536000, immutable'

it.each([
  ['a script', 'text/javascript; charset=utf-8', forEver],
  ['a style sheet', 'text/css; charset=utf-8', forEver],
  ['a font', 'font/woff2', forEver],
  ['a picture', 'image/png', 'public, max-age=86400'],
  ['a drawing', 'image/svg+xml', 'public, max-age=86400'],
  ['data', 'application/json', 'no-store'],
])(
  'sends short headers with %s, which runs nothing and is framed by nobody [S31, S41]',
  async (_, type, kept) => {
    const headers = await headersOf(type, kept)
    expect(sizeOf(headers)).toBeLessThan(450)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/)
  },
)

it.each([
  ['the configured region', { secretKey: 'a', publicKey: 'b', region: 'na' }, ['https://cdn-na.seatsio.net']],
  ['nowhere, as none is configured', null, []],
])('lets seating plans come from %s [S31]', async (_, seatsio, hosts) => {
  const app = new Hono<ShopEnv>().use(
    securityHeaders({ mode: 'production', page: {}, providers: { square: null, seatsio } }),
  )
  const policy = (await app.request('http://shop.test/')).headers.get('content-security-policy') ?? ''
  for (const directive of ['script-src', 'frame-src', 'connect-src']) {
    const allowed = new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
    expect(allowed.filter((host) => host.endsWith('.seatsio.net'))).toEqual(hosts)
  }
})

it.each([
  ['a page', 'text/html; charset=UTF-8', 'no-store'],
  ['the script of a worker, which has the policy of its own reply', 'text/javascript', 'no-cache'],
  ['a file to be saved', 'application/pdf', 'no-store'],
  ['an unknown type', 'text/xml', 'public, max-age=300'],
])('sends the whole policy with %s [S31, S41]', async (_, type, kept) => {
  const headers = await headersOf(type, kept)
  expect(headers.get('content-security-policy')).toContain("worker-src 'self'")
  expect(headers.get('permissions-policy')).toContain('camera=()')
  expect(headers.get('x-frame-options')).toBe('DENY')
})

it('lets mail programs on other sites show the pictures of mails, and nothing else [S41]', async () => {
  const app = new Hono<ShopEnv>()
    .use(securityHeaders({ mode: 'production', page: {}, providers: { square: null, seatsio: null } }))
    .get('/pictures/:file', (c) => c.body('', 200, { 'Content-Type': 'image/jpeg' }))
  const policyOf = async (file: string) =>
    (await app.request(`http://shop.test/pictures/${file}`)).headers.get('cross-origin-resource-policy')
  expect(await policyOf('winter-arena.jpg')).toBe('cross-origin')
  expect(await policyOf('winter-arena.svg')).toBe('same-origin')
})

const trackers = /google|doubleclick|facebook/

it('allows no host of analytics or ad pixels unless one is configured [S30]', async () => {
  const allowed = await policyOf({})
  for (const directive of ['script-src', 'connect-src', 'frame-src', 'img-src'])
    expect(allowed(directive).filter((host) => trackers.test(host))).toEqual([])
})

it('allows the hosts of what is configured, and no others [S30]', async () => {
  const analytics = await policyOf({ analyticsTag: 'G-ABC1234567' })
  expect(analytics('script-src').filter((host) => trackers.test(host))).toEqual([
    'https://*.googletagmanager.com',
  ])
  expect(analytics('connect-src')).toContain('https://*.google-analytics.com')
  expect(analytics('connect-src').join()).not.toMatch(/facebook|googleadservices/)
  const pixel = await policyOf({ metaPixel: '1002003004' })
  expect(pixel('script-src').filter((host) => trackers.test(host))).toEqual(['https://connect.facebook.net'])
  expect(pixel('connect-src').join()).not.toMatch(/google/)
  const events = await policyOf({ eventTags: true })
  expect(events('script-src')).toEqual(
    expect.arrayContaining(['https://www.googleadservices.com', 'https://connect.facebook.net']),
  )
})

it('allows a proxy in place of the provider, and the hosts of the site’s scripts [OPEN-95] [S30]', async () => {
  const allowed = await policyOf({
    analyticsTag: 'G-ABC1234567',
    analyticsScript: 'https://metrics.example/gtag.js',
    baseScript: 'https://site.example/base.js',
    siteScripts: ['/own.js', 'https://cdn.example/menu.js'],
  })
  expect(allowed('script-src')).toEqual(
    expect.arrayContaining(['https://metrics.example', 'https://site.example', 'https://cdn.example']),
  )
  expect(allowed('connect-src')).toContain('https://metrics.example')
  expect(allowed('connect-src')).not.toContain('https://site.example')
  expect(allowed('script-src').join()).not.toMatch(trackers)
})
