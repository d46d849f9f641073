import { readFileSync } from 'node:fs'

import { Hono } from 'hono'
import { expect, it } from 'vitest'

import type { ShopEnv } from './env.ts'
import { securityHeaders } from './security-headers.ts'

/** The rows of the inventory in docs/providers.md: host, what its scripts are for, and why they have no integrity. */
function inventory(): string[][] {
  const [, section = ''] = readFileSync('docs/providers.md', 'utf8').split('## Scripts on the payment page')
  const rows = section.split('\n## ')[0]?.matchAll(/^\| `([^`]+)` +\|([^|]+)\|([^|]+)\|$/gm) ?? []
  return [...rows].map(([, ...cells]) => cells.map((cell) => cell.trim()))
}

async function scriptHosts(page: Record<string, unknown>, region: string): Promise<string[]> {
  const seatsio = { secretKey: 'a', publicKey: 'b', region }
  const square = { applicationId: 'a', locationId: 'b', accessToken: 'c', webhookSignatureKey: 'd' }
  const app = new Hono<ShopEnv>().use(
    securityHeaders({ mode: 'production', page, providers: { square, seatsio } }),
  )
  const { headers } = await app.request('http://shop.test/checkout/')
  return /script-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ') ?? []
}

it('lets the payment page run scripts of the hosts in the inventory and of no others [S32]', async () => {
  const page = { analyticsTag: 'G-ABC1234567', metaPixel: '1002003004', eventTags: true }
  const all = await Promise.all(['eu', 'na', 'sa', 'oc'].map((region) => scriptHosts(page, region)))
  expect(new Set(all.flat())).toEqual(
    new Set(inventory().map(([host]) => (host === 'self' ? "'self'" : host))),
  )
})

it('gives a reason for every host, and why its scripts have no integrity [S32]', () => {
  expect(inventory().length).toBeGreaterThan(5)
  for (const [host, reason, integrity] of inventory()) {
    expect(reason, host).toMatch(/\w{4}/)
    expect(integrity, host).toMatch(/\w{4}/)
  }
})

it('has one script of its own in the page, and none inline that runs [S32, S31]', () => {
  const scripts = [...readFileSync('index.html', 'utf8').matchAll(/<script([^>]*)>([^]*?)<\/script>/g)]
  expect(scripts.map(([, attributes = '', text = '']) => [attributes.trim(), text.trim()])).toEqual([
    ['id="config" type="application/json"', '{}'],
    ['type="module" src="/src/app/main.ts"', ''],
  ])
})
