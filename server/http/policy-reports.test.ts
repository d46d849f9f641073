import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())
beforeEach(async () => {
  shop.logged.length = 0
  await shop.db.deleteFrom('limit_counters').execute()
})

const report = async (body: unknown, type = 'application/reports+json') =>
  shop.app.request(`${shop.config.origin}/csp-reports/`, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const violation = (blockedURL: string, effectiveDirective = 'script-src-elem') => ({
  type: 'csp-violation',
  body: { effectiveDirective, blockedURL, documentURL: 'https://shop.test/orders/SECRET' },
})
const blocked = () => shop.logged.filter(({ event }) => event === 'blocked by policy')

it('logs the directive and the host of what a browser has blocked, and nothing else of the report [S31]', async () => {
  expect((await report([violation('https://evil.example/x.js?card=4242')])).status).toBe(204)
  const old = {
    'blocked-uri': 'inline',
    'violated-directive': "script-src 'self'",
    'document-uri': '/SECRET',
  }
  expect((await report({ 'csp-report': old }, 'application/csp-report')).status).toBe(204)
  expect(blocked()).toMatchObject([
    { directive: 'script-src-elem', host: 'evil.example' },
    { directive: 'script-src', host: 'inline' },
  ])
  expect(JSON.stringify(shop.logged)).not.toMatch(/SECRET|4242|x\.js/)
})

it('logs at most 20 reports of an address in ten minutes [S31]', async () => {
  for (let i = 0; i < 25; i++) await report([violation('https://evil.example/')])
  expect(blocked()).toHaveLength(20)
})

it.each([['{'], ['[]'], ['null'], [[violation('x'.repeat(3_000))]], ['x'.repeat(20_000)]])(
  'logs nothing of a malformed or oversized report [S31]',
  async (body) => {
    expect((await report(body)).status).toBe(204)
    expect(blocked()).toEqual([])
  },
)

it('tells browsers where to report, and allows the camera at the door alone [S31]', async () => {
  const asked = { headers: { Accept: 'text/html' } }
  const headers = async (path: string) => (await shop.app.request(shop.config.origin + path, asked)).headers
  const page = await headers('/all-events/')
  expect(page.get('content-security-policy')).toMatch(/report-uri \/csp-reports\/(;|$)/)
  expect(page.get('content-security-policy')).toMatch(/report-to csp(;|$)/)
  expect(page.get('reporting-endpoints')).toBe('csp="/csp-reports/"')
  expect(page.get('permissions-policy')).toContain('camera=()')
  expect(page.get('permissions-policy')).toContain('microphone=()')
  expect((await headers('/door/none/')).get('permissions-policy')).toContain('camera=(self)')
})
