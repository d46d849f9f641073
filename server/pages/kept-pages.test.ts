import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const html = { Accept: 'text/html' }
const open = async (visitor: Visitor, path: string, etag = '') =>
  visitor.get(path, { ...html, ...(etag && { 'If-None-Match': etag }) })

const publicPages = [
  '/all-events/',
  '/organisers/canal-cinema/',
  '/organisers/canal-cinema/refund-policy/',
  '/refund-policy/',
  '/legal-information/purchase-terms-and-conditions/',
]

describe.each(publicPages)('%s', (path) => {
  it('is kept by the browser alone, and sent again only if it has changed', async () => {
    const visitor = await shop.visitor()
    const { headers } = await open(visitor, path)
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const again = await open(visitor, path, headers.get('etag') ?? 'none')
    expect([again.status, again.text]).toEqual([304, ''])
    expect(again.headers.get('cache-control')).toBe('private, no-cache')
    expect(again.headers.get('etag')?.replace('W/', '')).toBe(headers.get('etag')?.replace('W/', ''))
  })

  it('is sent again with another basket', async () => {
    const visitor = await shop.visitor()
    const etag = (await open(visitor, path)).headers.get('etag') ?? 'none'
    const added = await visitor.post('/do/checkout/add/', {
      ticket: { a: { ticket: 'late-film-club|late-film-club-tuesday|seat|0', qty: 2 } },
    })
    expect(added.status).toBe(200)
    const again = await open(visitor, path, etag)
    expect(again.status).toBe(200)
    expect(again.text).toMatch(/class="badge">\s*2/)
  })

  it('gives a new visitor their cookies also if it has not changed', async () => {
    const etag = (await open(await shop.visitor(), path)).headers.get('etag') ?? 'none'
    const { status, headers } = await shop.app.request(shop.config.origin + path, {
      headers: { ...html, 'If-None-Match': etag },
    })
    expect(status).toBe(304)
    expect(headers.getSetCookie().join()).toMatch(/__Host-session=.*XSRF-TOKEN=/)
  })
})

it('sends the list of events again when an event has changed', async () => {
  const visitor = await shop.visitor()
  const etag = (await open(visitor, '/all-events/')).headers.get('etag') ?? 'none'
  await shop.db
    .updateTable('events')
    .set({ title: 'The Late Film Club' })
    .where('id', '=', 'late-film-club')
    .execute()
  const again = await open(visitor, '/all-events/', etag)
  expect(again.status).toBe(200)
  expect(again.text).toContain('The Late Film Club')
})

it.each(['/events/dawn-swim/', '/gift-vouchers/', '/signin/', '/mailing-list', '/orders/'])(
  'has the form of %s, or what is personal in it, kept nowhere [S40]',
  async (path) => {
    const { headers } = await open(await shop.visitor(), path)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('etag')).toBeNull()
  },
)
