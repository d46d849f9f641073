import { Hono } from 'hono'
import { expect, it } from 'vitest'

import type { Config } from '#server/config.ts'

import type { ShopEnv } from './env.ts'
import { securityHeaders } from './security-headers.ts'

async function policyOf(page: Config['page']) {
  const app = new Hono<ShopEnv>().use(securityHeaders({ mode: 'production', page }))
  const reply = await app.request('http://shop.test/')
  const policy = reply.headers.get('content-security-policy') ?? ''
  return (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
}

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
