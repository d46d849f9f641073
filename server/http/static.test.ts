import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterAll, beforeAll, expect, it } from 'vitest'

import type { Config } from '#server/config.ts'

import { fileRoutes, pageRoutes } from './static.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-dist-'))
// Only the page's configuration is read.
const config = { page: { productName: '</script><b>' } } as unknown as Config

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(
    join(folder, 'index.html'),
    '<p>app</p><script id="config" type="application/json">{}</script>',
  )
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let a')
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('let a'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it('serves the app with its configuration on the addresses of checkout and seat plan [CONT-03, CONT-04]', async () => {
  for (const path of ['/checkout/', '/checkout', '/events/book_seats/night-run-2/']) {
    const reply = await pageRoutes(config, folder).request(path)
    expect(reply.status).toBe(200)
    expect(await reply.text()).toBe(
      '<p>app</p><script id="config" type="application/json">{"productName":"\\u003c/script>\\u003cb>"}</script>',
    )
    expect(reply.headers.get('cache-control')).toBe('no-cache')
  }
})

it('waits with the words of the seat-selection screen on its address [CONT-04, CONT-09]', async () => {
  const waiting = '<h1>Determining checkout progress</h1><ol class="boot-progress"><li>Basket</li></ol>'
  const own = mkdtempSync(join(tmpdir(), 'foyer-page-'))
  writeFileSync(join(own, 'index.html'), waiting)
  const routes = pageRoutes(config, own)
  expect(await (await routes.request('/events/book_seats/night-run-2/')).text()).toBe(
    '<h1>Choose your seats</h1>',
  )
  expect(await (await routes.request('/checkout/')).text()).toBe(waiting)
  rmSync(own, { recursive: true })
})

it('serves hashed files precompressed and cacheable for ever', async () => {
  const reply = await fileRoutes(folder).request('/assets/app-1a2b.js', {
    headers: { 'Accept-Encoding': 'gzip' },
  })
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-encoding')).toBe('gzip')
  expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

it('explains what to do when the app is not built', async () => {
  const reply = await pageRoutes(config, join(folder, 'nowhere')).request('/checkout/')
  expect(reply.status).toBe(503)
  expect(await reply.text()).toContain('npm run build')
})
