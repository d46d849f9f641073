import { afterAll, beforeAll, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const fileEnding = /\.(?:css|js|json|svg|png|ico|txt|webmanifest)$/

/** Files that are the same for everybody, with and without a file behind them. */
const filePaths = () => [
  ...shop.app.routes.flatMap(({ method, path }) => (method === 'GET' && fileEnding.test(path) ? [path] : [])),
  '/pictures/none.svg',
  '/robots.txt',
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/manifest.webmanifest',
  '/sitemap.xml',
  '/.well-known/security.txt',
  '/assets/none.js',
  '/health',
  '/ready',
]

it('gives nobody a session for a file that is the same for everybody', async () => {
  const paths = filePaths()
  expect(paths).toContain('/config.json')
  const withCookies = []
  for (const path of paths)
    for (const method of ['GET', 'HEAD']) {
      const reply = await shop.app.request(`http://shop.test${path}`, { method })
      if (reply.headers.has('Set-Cookie')) withCookies.push(`${method} ${path}`)
    }
  expect(withCookies).toEqual([])
})

it('tells caches what to do with every reply', async () => {
  const untold = []
  for (const path of [...filePaths(), '/all-events/', '/ajax/checkout/checkout/nothing/', '/nothing/'])
    if (!(await shop.app.request(`http://shop.test${path}`)).headers.get('Cache-Control')) untold.push(path)
  expect(untold).toEqual([])
})

it('has caches ask again for the configuration of the page and the state of the shop', async () => {
  const kept = async (path: string) =>
    (await shop.app.request(`http://shop.test${path}`)).headers.get('Cache-Control')
  expect(await kept('/config.json')).toBe('no-cache')
  expect([await kept('/health'), await kept('/ready')]).toEqual(['no-store', 'no-store'])
})
