import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it } from 'vitest'

import { apiPage } from './api-page.ts'

const folder = mkdtempSync(join(tmpdir(), 'foyer-dist-'))
beforeAll(() => {
  mkdirSync(join(folder, 'api'))
  writeFileSync(join(folder, 'api/index.html'), '<h1>The calls</h1>')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
})
afterAll(() => rmSync(folder, { recursive: true }))

it('serves the page of the calls, and no file from outside its folder', async () => {
  const routes = apiPage(folder)
  expect(await (await routes.request('/api/')).text()).toContain('The calls')
  expect((await routes.request('/api')).headers.get('location')).toBe('/api/')
  for (const path of ['/api/../secret.txt', '/api/..%2fsecret.txt'])
    expect((await routes.request(path)).status).toBe(404)
})
