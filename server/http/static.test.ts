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
  for (const file of ['index.html', 'seats.html'])
    writeFileSync(join(folder, file), `<p>${file}</p><script id="config" type="application/json">{}</script>`)
  writeFileSync(join(folder, 'assets/app-1a2b.js'), 'let a')
  writeFileSync(join(folder, 'assets/app-1a2b.js.gz'), gzipSync('let a'))
})
afterAll(() => rmSync(folder, { recursive: true }))

it.each([
  ['/checkout/', 'index.html'],
  ['/checkout', 'index.html'],
  ['/events/book_seats/night-run-2/', 'seats.html'],
  ['/events/book_seats/night-run-2', 'seats.html'],
])('serves the page of the screen at %s, with its configuration [CONT-03, CONT-04]', async (path, file) => {
  const reply = await pageRoutes(config, folder).request(path)
  expect(reply.status).toBe(200)
  expect(await reply.text()).toBe(
    `<p>${file}</p><script id="config" type="application/json">{"productName":"\\u003c/script>\\u003cb>"}</script>`,
  )
  expect(reply.headers.get('cache-control')).toBe('private, no-cache')
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
