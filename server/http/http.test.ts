import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { parseForm } from './body.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

describe('session', () => {
  it('sets an HttpOnly session cookie and a readable token cookie on a first visit [CALL-01]', async () => {
    const reply = await shop.app.request('http://shop.test/ajax/checkout/checkout/get/')
    const [session, token] = reply.headers.getSetCookie()
    expect(session).toMatch(/^__Host-session=[\w-]{43}; .*HttpOnly/)
    expect(session).toMatch(/Secure/)
    expect(session).toMatch(/SameSite=Lax/)
    expect(token).toMatch(/^XSRF-TOKEN=[\w-]{43};/)
    expect(token).toMatch(/Secure/)
    expect(token).not.toMatch(/HttpOnly/)
  })

  it('stores only a hash of the session token', async () => {
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

describe('anti-forgery', () => {
  it.each([
    ['no token', { 'X-XSRF-TOKEN': '' }],
    ['a wrong token', { 'X-XSRF-TOKEN': 'A'.repeat(43) }],
    ['a foreign origin', { Origin: 'https://evil.example' }],
    ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site' }],
    ['an opaque origin', { Origin: 'null' }],
  ])('rejects a changing call with %s', async (_, headers) => {
    const visitor = await shop.visitor()
    const reply = await visitor.post('/ajax/unknown/', {}, headers)
    expect(reply.status).toBe(403)
    expect(reply.json.message).toBeTruthy()
  })

  it("rejects another session's token", async () => {
    const [visitor, other] = [await shop.visitor(), await shop.visitor()]
    const reply = await visitor.post(
      '/ajax/unknown/',
      {},
      { 'X-XSRF-TOKEN': other.cookies.get('XSRF-TOKEN') ?? '' },
    )
    expect(reply.status).toBe(403)
  })

  it("accepts the shop's own pages, with the token in a header or a form field", async () => {
    const visitor = await shop.visitor()
    const token = visitor.cookies.get('XSRF-TOKEN') ?? ''
    expect((await visitor.post('/ajax/unknown/', {}, { Origin: 'http://shop.test' })).status).toBe(404)
    const fromForm = await shop.app.request('http://shop.test/ajax/unknown/', {
      method: 'POST',
      body: new URLSearchParams({ _token: token }),
      headers: { Cookie: `__Host-session=${visitor.cookies.get('__Host-session')}` },
    })
    expect(fromForm.status).toBe(404)
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
  ])('rejects %s with 400', async (_, body) => {
    const visitor = await shop.visitor()
    const reply = await visitor.post('/ajax/unknown/', body)
    expect(reply.status).toBe(400)
    expect(reply.json.message).toBe('The form is malformed')
  })

  it('says that a form with too many fields is too much', async () => {
    const visitor = await shop.visitor()
    const fields = (count: number) => Array.from({ length: count }, (_, i) => `f${i}=1`).join('&')
    expect((await visitor.post('/ajax/unknown/', fields(500))).status).toBe(404)
    expect(await visitor.post('/ajax/unknown/', fields(501))).toMatchObject({
      status: 413,
      json: { message: 'That is too much at once. Please choose fewer' },
    })
  })

  it('rejects other content types and too large forms', async () => {
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
  ])('reject a NUL in %s as a malformed address', async (path) => {
    const visitor = await shop.visitor()
    const data = await visitor.get(path)
    expect([data.status, data.json]).toEqual([400, { message: 'The address is malformed' }])
    const forPerson = await visitor.get(path, { Accept: 'text/html' })
    expect([forPerson.status, forPerson.text]).toEqual([
      400,
      expect.stringContaining('<h1>That did not work'),
    ])
  })

  it('to unknown calls are JSON and never cached', async () => {
    const visitor = await shop.visitor()
    const reply = await visitor.get('/ajax/unknown/')
    expect(reply.status).toBe(404)
    expect(reply.json).toEqual({ message: 'There is no such call' })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  it("allow the scripts, frames, calls, styles and fonts of Square's card form, live and in its sandbox", async () => {
    const { headers } = await shop.app.request('http://shop.test/health')
    const policy = headers.get('content-security-policy') ?? ''
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
    const { headers } = await shop.app.request('http://shop.test/health')
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

  it('have a content security policy without inline scripts or framing', async () => {
    const { headers } = await shop.app.request('http://shop.test/health')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self'(?![^;]*unsafe)/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})
