import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { member } from '#server/testing/buyers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const isReading = (method: string) => ['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method)

/** The paths that take changing requests, with something in place of each parameter; without the simulators. */
function changingPaths(): string[] {
  const paths = shop.app.routes
    .filter(({ method, path }) => !isReading(method) && !path.startsWith('/sandbox/'))
    .map(({ path }) => path.replaceAll(/:\w+(?:\{[^}]*\})?/g, '00000000-0000-4000-8000-000000000000'))
  return [...new Set(paths)].sort()
}

/** Providers sign their webhooks; browsers report blocked content without a session. */
const withoutSession = ['/csp-reports/', '/webhooks/square', '/webhooks/stripe', '/webhooks/truelayer']

/** A fingerprint of every row that is not a counter of a limit. */
async function fingerprint(): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'limit_counters'
    order by 1`.execute(shop.db)
  const sums = []
  for (const { name } of tables.rows) {
    const { rows } = await sql<{
      sum: string
    }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum
      from ${sql.table(name)} t`.execute(shop.db)
    sums.push(`${name} ${rows[0]?.sum}`)
  }
  return sums.join('\n')
}

describe('a changing request', () => {
  let visitor: Visitor
  let other: Visitor
  let beforeSignIn: string
  beforeAll(async () => {
    ;({ visitor } = await member(shop))
    ;({ visitor: other } = await member(shop))
    const signedOut = await shop.visitor()
    beforeSignIn = signedOut.cookies.get('XSRF-TOKEN') ?? ''
  })

  const forgeries: [string, (path: string) => Promise<{ status: number }>][] = [
    ['without a token', (path) => visitor.post(path, {}, { 'X-XSRF-TOKEN': '' })],
    ['with a wrong token', (path) => visitor.post(path, {}, { 'X-XSRF-TOKEN': 'A'.repeat(43) })],
    [
      'with the token of another session',
      (path) => visitor.post(path, {}, { 'X-XSRF-TOKEN': other.cookies.get('XSRF-TOKEN') ?? '' }),
    ],
    [
      'with the token of a visitor who has not signed in',
      (path) => visitor.post(path, {}, { 'X-XSRF-TOKEN': beforeSignIn }),
    ],
    [
      'whose token stands in a cookie alone',
      (path) =>
        visitor.post(
          path,
          {},
          { 'X-XSRF-TOKEN': '', Cookie: [...visitor.cookies].map((c) => c.join('=')).join('; ') },
        ),
    ],
    ['from another origin', (path) => visitor.post(path, {}, { Origin: 'https://evil.example' })],
    ['from another site', (path) => visitor.post(path, {}, { 'Sec-Fetch-Site': 'cross-site' })],
    ['from a sister site', (path) => visitor.post(path, {}, { 'Sec-Fetch-Site': 'same-site' })],
    ['without its session', (path) => visitor.post(path, {}, { Cookie: '' })],
  ]

  it.each(forgeries)('%s is refused on every path, and changes nothing [S1, S2]', async (_, forge) => {
    const before = await fingerprint()
    for (const path of changingPaths().filter((one) => !withoutSession.includes(one)))
      expect([path, (await forge(path)).status]).toEqual([path, 403])
    expect(await fingerprint()).toBe(before)
  })

  it('that is no form is refused on every path, and changes nothing [S1, S35]', async () => {
    const before = await fingerprint()
    for (const path of changingPaths().filter((one) => !withoutSession.includes(one)))
      for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x'])
        expect([path, (await visitor.post(path, 'a=1', { 'Content-Type': type })).status]).toEqual([
          path,
          415,
        ])
    expect(await fingerprint()).toBe(before)
  })

  it('is never made by opening its address [S1]', async () => {
    const before = await fingerprint()
    for (const path of changingPaths()) await visitor.get(path)
    expect(await fingerprint()).toBe(before)
  })

  it('with the token of its session is not refused, so that the tests above prove something [S1]', async () => {
    const forgiving = changingPaths().filter((one) => !withoutSession.includes(one))
    expect(forgiving.length).toBeGreaterThan(50)
    const last = ['/ajax/checkout/checkout/logout_of_sale/', '/signout/']
    for (const path of forgiving.filter((one) => !last.includes(one)))
      expect([path, (await visitor.post(path)).status]).not.toEqual([path, 403])
  })

  it.each(withoutSession)('to %s without a signature changes nothing [S2, S26]', async (path) => {
    expect(changingPaths()).toContain(path)
    const before = await fingerprint()
    const reply = await shop.app.request(`http://shop.test${path}`, { method: 'POST', body: '{}' })
    expect(reply.status).toBeLessThan(500)
    expect(await fingerprint()).toBe(before)
  })
})

it('shows organisers to buyers, and has no screen for organisers themselves [ROLE-14]', () => {
  const paths = shop.app.routes
    .map(({ path }) => path.replace(/\/$/, ''))
    .filter((path) => /^\/(?!ajax).*(?:organis|admin)/.test(path))
  expect(new Set(paths)).toEqual(new Set(['/organisers/:slug', '/organisers/:slug/refund-policy']))
})

describe('a reply', () => {
  /** What may be kept by browsers and proxies: files that are the same for everybody. */
  const public_ =
    /^\/(assets|pictures|fonts|health|ready|config\.json|sandbox|do\/site|favicon|pages\/|ajax\/checkout\/checkout\/javascript-square|account\/wallet-worker)/

  const readingPaths = () =>
    [
      ...new Set(
        shop.app.routes
          .filter(({ method, path }) => method === 'GET' && !path.includes('*') && !public_.test(path))
          .map(({ path }) => path.replaceAll(/:\w+(?:\{[^}]*\})?/g, '00000000-0000-4000-8000-000000000000')),
      ),
    ].sort()

  it('to a visitor is kept by no browser and no proxy, whatever they ask for [S40]', async () => {
    const { visitor } = await member(shop)
    const kept = []
    for (const path of readingPaths())
      for (const header of [{}, { Accept: 'text/html' }]) {
        const { status, headers } = await visitor.get(path, header)
        // The page of a screen is the same for everybody, but for the cookies of a new visitor.
        const isKept = !/no-store|^private, no-cache$/.test(headers.get('cache-control') ?? '')
        if (isKept && (headers.has('set-cookie') || status === 200)) kept.push(`${status} ${path}`)
      }
    for (const path of changingPaths().filter((one) => !withoutSession.includes(one))) {
      const { headers } = await visitor.post(path)
      if (!headers.get('cache-control')?.includes('no-store')) kept.push(path)
    }
    expect(kept).toEqual([])
  })

  it('gives no other site leave to read it, and none to frame it [S41]', async () => {
    const { visitor } = await member(shop)
    const foreign = {
      Origin: 'https://evil.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'X-XSRF-TOKEN',
    }
    for (const path of [...readingPaths(), ...changingPaths()])
      for (const method of ['GET', 'OPTIONS', 'POST']) {
        const { headers } = await shop.app.request(`http://shop.test${path}`, {
          method,
          headers: { ...foreign, Cookie: `__Host-session=${visitor.cookies.get('__Host-session')}` },
        })
        const allowed = [...headers.keys()].filter((name) => name.startsWith('access-control-allow'))
        expect([path, method, allowed]).toEqual([path, method, []])
        const isFramed = !/frame-ancestors '(none|self)'/.test(headers.get('content-security-policy') ?? '')
        expect([path, method, isFramed]).toEqual([path, method, false])
      }
  })

  it('sets only cookies that scripts, other sites and plain connections cannot have [S4]', async () => {
    const lines: string[] = []
    const html = { Accept: 'text/html' }
    const { visitor } = await member(shop)
    for (const one of [visitor, await shop.visitor()])
      for (const [method, paths] of [
        ['get', readingPaths()],
        ['post', changingPaths()],
      ] as const)
        for (const path of paths)
          lines.push(
            ...(
              await (method === 'get' ? one.get(path, html) : one.post(path, {}, html))
            ).headers.getSetCookie(),
          )
    const wrong = { gift_voucher_id: 'unknown', value: '25.00', qty: 1 }
    const rejected = await visitor.post('/do/checkout/add/', wrong, html)
    lines.push(...rejected.headers.getSetCookie())
    const names = new Set(lines.map((line) => line.split('=')[0]))
    // The page reads these: a token against forgery, and a mark of the last sign-out that tells nothing
    const readable = ['XSRF-TOKEN', 'signed_out']
    expect(names).toEqual(new Set(['__Host-session', '__Host-rejected', 'tickets_kept', ...readable]))
    for (const line of lines) {
      const isDeleted = /Max-Age=0/.test(line)
      expect(line).toMatch(/; Secure/)
      expect(line).toMatch(/; Path=\//)
      expect(line).not.toMatch(/; Domain=/i)
      if (!isDeleted) expect(line).toMatch(/; SameSite=Lax/)
      if (!readable.some((name) => line.startsWith(`${name}=`)) && !isDeleted)
        expect(line).toMatch(/; HttpOnly/)
      if (line.includes('session')) expect(line).toMatch(/^__Host-session=/)
    }
  })
})
