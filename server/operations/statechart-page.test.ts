import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { statechartRoutes } from './statechart-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-dist-'))
beforeAll(() => {
  mkdirSync(join(folder, 'statechart'))
  writeFileSync(join(folder, 'statechart/index.html'), '<h1>The statecharts</h1>')
  writeFileSync(join(folder, 'statechart/page.js'), 'let a')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterAll(() => rmSync(folder, { recursive: true }))

describe('the page of the statecharts', () => {
  it('is served with its script', async () => {
    const routes = statechartRoutes({ showsStatechart: true }, folder)
    const page = await routes.request('/statechart/')
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(await page.text()).toContain('The statecharts')
    expect(await (await routes.request('/statechart/page.js')).text()).toBe('let a')
    expect((await routes.request('/statechart')).headers.get('location')).toBe('/statechart/')
  })

  it('is not there when it is switched off, or not built', async () => {
    expect((await statechartRoutes({ showsStatechart: false }, folder).request('/statechart/')).status).toBe(
      404,
    )
    expect(
      (await statechartRoutes({ showsStatechart: true }, join(folder, 'none')).request('/statechart/'))
        .status,
    ).toBe(404)
  })

  it.each(['/statechart/../secret.txt', '/statechart/..%2fsecret.txt', '/statechart/%2e%2e/secret.txt'])(
    'gives no file from outside its folder for %s',
    async (path) => {
      const reply = await statechartRoutes({ showsStatechart: true }, folder).request(path)
      expect(reply.status).toBe(404)
    },
  )

  it('follows a checkout that is opened with ?inspect, and no other', async () => {
    const routes = statechartRoutes({ showsStatechart: true }, folder)
    routes.get('/checkout/', (c) => c.html('<head><title>Basket</title></head>'))
    const [followed, other] = await Promise.all(
      ['/checkout/?inspect', '/checkout/'].map(async (path) => (await routes.request(path)).text()),
    )
    expect(followed).toBe('<head><script src="/statechart/live.js"></script><title>Basket</title></head>')
    expect(other).not.toContain('live.js')
    const off = statechartRoutes({ showsStatechart: false }, folder)
    off.get('/checkout/', (c) => c.html('<head></head>'))
    expect(await (await off.request('/checkout/?inspect')).text()).toBe('<head></head>')
  })
})
