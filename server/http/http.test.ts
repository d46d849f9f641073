import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

import { parseForm } from './form.ts'
import type { ShopEnv } from './env.ts'
import { maskToken } from './masked-tokens.ts'
import { securityHeaders } from './security-headers.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

describe('session', () => {
  it('sets an HttpOnly session cookie and a readable token cookie on a first visit [CALL-01] [S4]', async () => {
    const reply = await shop.app.request('http://shop.test/ajax/checkout/checkout/get/')
    const [session, token] = reply.headers.getSetCookie()
    expect(session).toMatch(/^__Host-session=[\w.-]{90,100}; .*HttpOnly/)
    expect(session).toMatch(/Secure/)
    expect(session).toMatch(/SameSite=Lax/)
    expect(token).toMatch(/^XSRF-TOKEN=[\w-]{43};/)
    expect(token).toMatch(/Secure/)
    expect(token).not.toMatch(/HttpOnly/)
  })

  it('stores only a hash of the session token [S3]', async () => {
    const visitor = await shop.visitor()
    const hashes = await shop.db.selectFrom('sessions').select('token_hash').execute()
    expect(hashes.map((row) => row.token_hash)).not.toContain(visitor.cookies.get('__Host-session'))
  })

  it('creates no session for a changing request', async () => {
    const count = () => shop.db.selectFrom('sessions').select('id').execute()
    const before = await count()
    const reply = await shop.app.request('http://shop.test/ajax/unknown/', { method: 'POST' })
    expect(reply.status).toBe(403)
    expect(await count()).toHaveLength(before.length)
  })
})

describe('CSRF protection', () => {
  /** Sends a form as a browser without scripts, and returns the status: 404 if its token is accepted. */
  async function sendForm(visitor: Visitor, fields: Record<string, string>): Promise<number> {
    const { status } = await shop.app.request('http://shop.test/ajax/unknown/', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Cookie: `__Host-session=${visitor.cookies.get('__Host-session')}` },
    })
    return status
  }

  it.each([
    ['no token', { 'X-XSRF-TOKEN': '' }],
    ['a wrong token', { 'X-XSRF-TOKEN': 'A'.repeat(43) }],
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an opaque origin', { Origin: 'null' }],
  ])('rejects a changing call with %s [S1]', async (_, headers) => {
    const visitor = await shop.visitor()
    const reply = await visitor.post('/ajax/unknown/', {}, headers)
    expect(reply.status).toBe(403)
    expect(reply.json.message).toBeTruthy()
  })

  it("rejects another session's token [S1]", async () => {
    const [visitor, other] = [await shop.visitor(), await shop.visitor()]
    const reply = await visitor.post(
      '/ajax/unknown/',
      {},
      { 'X-XSRF-TOKEN': other.cookies.get('XSRF-TOKEN') ?? '' },
    )
    expect(reply.status).toBe(403)
  })

  it("accepts the shop's own pages, with the token in a header or, plain or masked, in a form field [S1]", async () => {
    const visitor = await shop.visitor()
    const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
    expect((await visitor.post('/ajax/unknown/', {}, { Origin: 'http://shop.test' })).status).toBe(404)
    for (const _token of [token, maskToken(token)]) expect(await sendForm(visitor, { _token })).toBe(404)
  })

  it('refuses a form with a masked token of somebody else, or a damaged one [S1]', async () => {
    const [visitor, other] = [await shop.visitor(), await shop.visitor()]
    const masked = maskToken(visitor.cookies.get('XSRF-TOKEN') ?? '')
    for (const _token of [
      maskToken(other.cookies.get('XSRF-TOKEN') ?? ''),
      masked.slice(0, 43),
      masked.slice(43),
      `${masked.slice(1)}A`,
      'A'.repeat(86),
      '',
    ])
      expect([_token, await sendForm(visitor, { _token })]).toEqual([_token, 403])
    expect(await sendForm(visitor, {})).toBe(403)
  })
})

describe('forms', () => {
  it('reads bracketed numbers as ids, not as list indexes', () => {
    expect(parseForm('m[12]=1&m[3]=0')).toEqual({ m: { 12: '1', 3: '0' } })
  })

  it.each([
    ['malformed percent encoding', 'a=%zz'],
    ['an encoded NUL', 'a=%00'],
    ['a prototype key', '__proto__[x]=1'],
    ['an encoded prototype key', 'a%5Bconstructor%5D=1'],
    ['a repeated field', 'qty=1&qty=2'],
    ['too deep nesting', 'a[b][c][d][e][f]=1'],
  ])('rejects %s with 400 [S35]', async (_, body) => {
    const visitor = await shop.visitor()
    const reply = await visitor.post('/ajax/unknown/', body)
    expect(reply.status).toBe(400)
    expect(reply.json.message).toBe('The form is malformed')
  })

  it('says that a form with too many fields is too much [S35]', async () => {
    const visitor = await shop.visitor()
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')
    expect((await visitor.post('/ajax/unknown/', fields(500))).status).toBe(404)
    expect(await visitor.post('/ajax/unknown/', fields(501))).toMatchObject({
      status: 413,
      json: { message: 'That is too much at once. Please choose fewer' },
    })
  })

  it('counts a form whose sender went away as no failure of the shop, and logs nothing', async () => {
    const { cookies } = await shop.visitor()
    const before = shop.logged.length
    const lost = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    const reply = await shop.app.request(`${shop.config.origin}/ajax/checkout/checkout/set_code/`, {
      method: 'POST',
      headers: { Cookie: `__Host-session=${cookies.get('__Host-session')}` },
      body: new ReadableStream({ start: (stream) => stream.error(lost) }),
      duplex: 'half',
    } as RequestInit)
    expect([reply.status, shop.logged.slice(before)]).toEqual([400, []])
  })

  it('rejects other content types and too large forms [S35, S44]', async () => {
    const visitor = await shop.visitor()
    expect((await visitor.post('/ajax/unknown/', '{}', { 'Content-Type': 'application/json' })).status).toBe(
      415,
    )
    expect((await visitor.post('/ajax/unknown/', 'a=1', { 'Content-Type': 'text/plain' })).status).toBe(415)
    expect((await visitor.post('/ajax/unknown/', `a=${'x'.repeat(100_001)}`)).status).toBe(413)
  })
})

describe('replies', () => {
  it.each([
    '/smartcheckout/?session=%00',
    '/activity-terms-and-conditions/%00/',
    '/organisers/%00/',
    '/organisers/%00/refund-policy/',
  ])('reject a NUL in %s as a malformed address [S35]', async (path) => {
    const visitor = await shop.visitor()
    const data = await visitor.get(path)
    expect([data.status, data.json]).toEqual([400, { message: 'The address is malformed' }])
    const forPerson = await visitor.get(path, { Accept: 'text/html' })
    expect([forPerson.status, forPerson.text]).toEqual([
      400,
      expect.stringContaining('<h1>That did not work'),
    ])
  })

  it('to unknown calls are JSON and never cached [S40]', async () => {
    const visitor = await shop.visitor()
    const reply = await visitor.get('/ajax/unknown/')
    expect(reply.status).toBe(404)
    expect(reply.json).toEqual({ message: 'There is no such call' })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  const square = { applicationId: 'a', locationId: 'b', accessToken: 'c', webhookSignatureKey: 'd' }
  const policyOf = async (mode: 'sandbox' | 'production', providers: { square: typeof square | null }) => {
    const app = new Hono<ShopEnv>().use(
      securityHeaders({ mode, page: {}, providers: { ...providers, seatsio: null } }),
    )
    return (await app.request('http://shop.test/')).headers.get('content-security-policy') ?? ''
  }

  it('allow nothing of Square to a shop that does not use it, and nothing of its sandbox to one in production [S31]', async () => {
    expect(await policyOf('sandbox', { square: null })).not.toMatch(/square|cloudfront/)
    expect(await policyOf('production', { square })).toContain('https://web.squarecdn.com')
    expect(await policyOf('production', { square })).not.toContain('sandbox')
  })

  it("allow the scripts, frames, calls, styles and fonts of Square's card form, live and in its sandbox", async () => {
    const policy = await policyOf('sandbox', { square })
    const allowed = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ')
    for (const web of ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com'])
      for (const directive of ['script-src', 'frame-src', 'connect-src', 'style-src', 'font-src'])
        expect(allowed(directive), directive).toContain(web)
    for (const name of ['squareup', 'squareupsandbox']) {
      expect(allowed('connect-src')).toContain(`https://pci-connect.${name}.com`)
      expect(allowed('connect-src')).toContain(`https://connect.${name}.com`)
      expect(allowed('frame-src')).toContain(`https://connect.${name}.com`)
      expect(allowed('frame-src')).toContain(`https://api.${name}.com`)
    }
    expect(allowed('font-src')).toContain('https://square-fonts-production-f.squarecdn.com')
    expect(allowed('font-src')).toContain('https://d1g145x70srn7h.cloudfront.net')
  })

  it("allow Stripe's frames and calls, also those of wallets, and do not forbid frames to ask for payments", async () => {
    const { headers } = await shop.app.request('http://shop.test/all-events/')
    const policy = headers.get('content-security-policy') ?? ''
    const allowed = (directive: string) => new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ')
    for (const directive of ['script-src', 'frame-src'])
      for (const host of ['https://js.stripe.com', 'https://*.js.stripe.com'])
        expect(allowed(directive), directive).toContain(host)
    expect(allowed('frame-src')).toContain('https://hooks.stripe.com')
    expect(allowed('connect-src')).toContain('https://api.stripe.com')
    expect(headers.get('permissions-policy') ?? '').not.toContain('payment')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  })

  it.each([
    [{}, 0],
    [{ monitoringAddress: '' }, 0],
    [{ monitoringAddress: 'https://key@monitoring.example/42' }, 1],
  ])(
    'allow calls to the error-reporting service of %o and to no other, and no workers from scripts',
    async (page, extra) => {
      const policyFor = async (given: Record<string, unknown>) => {
        const app = new Hono<ShopEnv>().use(
          securityHeaders({ mode: 'production', page: given, providers: { square: null, seatsio: null } }),
        )
        const { headers } = await app.request('http://shop.test/')
        return new Map(
          (headers.get('content-security-policy') ?? '').split(/;\s*/).map((one) => {
            const [directive = '', ...sources] = one.split(' ')
            return [directive, sources] as const
          }),
        )
      }
      const [without, policy] = [await policyFor({}), await policyFor(page)]
      expect(policy.get('connect-src')).toEqual([
        ...(without.get('connect-src') ?? []),
        ...(extra ? ['https://monitoring.example'] : []),
      ])
      expect(policy.get('worker-src')).toEqual(["'self'"])
    },
  )

  it('have a content security policy without inline scripts or framing [S31, S41]', async () => {
    const { headers } = await shop.app.request('http://shop.test/all-events/')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'(?![^;]*unsafe)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
