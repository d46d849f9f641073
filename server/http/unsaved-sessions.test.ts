import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { account, newEmail, prove, reserved, saleOf } from '#server/testing/buyers.ts'
import { call, checkoutOf, offer } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'
import { startTwoShops, times, type TwoShops } from '#server/testing/two-shops.ts'

import { issueToken } from './issued-tokens.ts'
import { csrfToken } from './session-middleware.ts'

const read = '/ajax/checkout/checkout/get/'
const day = 24 * 60 * 60
const week = 7 * day

const countSessions = async ({ db }: TestShop) =>
  (await db.selectFrom('sessions').select('id').execute()).length

const cookieOf = ({ cookies }: Visitor) => [...cookies].map((pair) => pair.join('=')).join('; ')

/** Sends a request with these cookies, as another tab of the browser or whoever has copied them. */
const send = (shop: TestShop, cookie: string, path: string, init: RequestInit = {}) =>
  Promise.resolve(
    shop.app.request(shop.config.origin + path, { ...init, headers: { ...init.headers, Cookie: cookie } }),
  )

/** A changing call with the CSRF token of these cookies. */
const write = (shop: TestShop, cookie: string) =>
  send(shop, cookie, '/ajax/checkout/checkout/set_code/', {
    method: 'POST',
    headers: { 'X-XSRF-TOKEN': /XSRF-TOKEN=([\w-]+)/.exec(cookie)?.[1] ?? '' },
  })

describe('a visitor who only looks', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop()))
  afterAll(() => shop.close())

  it.each([
    '/all-events/',
    '/checkout/',
    '/signin/',
    '/orders/',
    read,
    '/ajax/user/user/get_user/',
    '/gone/',
  ])('gets cookies from %s, and the shop stores no session [S11]', async (path) => {
    const before = await countSessions(shop)
    const reply = await shop.app.request(shop.config.origin + path)
    expect(reply.headers.getSetCookie()).toHaveLength(2)
    expect(await countSessions(shop)).toBe(before)
  })

  it('keeps their cookies from page to page, and has a basket with the first thing they add [S11]', async () => {
    const event = await offer(shop.db)
    const visitor = await shop.visitor()
    const cookie = cookieOf(visitor)
    for (const path of ['/all-events/', read]) {
      const { headers } = await visitor.get(path)
      expect(headers.getSetCookie()).toEqual([])
    }
    const before = await countSessions(shop)
    await visitor.post('/do/checkout/add/', { ticket: [event.entry(2)] })
    expect([await countSessions(shop), cookieOf(visitor)]).toEqual([before + 1, cookie])
    expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
  })

  it('has a session in the shop when they come by the link of a referrer [CALL-36] [S11]', async () => {
    const sale = await saleOf(shop, await reserved(shop))
    await shop.db.insertInto('referrers').values({ token: 'friend', sale_id: sale.id }).execute()
    const before = await countSessions(shop)
    const friend = await shop.visitor()
    await friend.get('/r/unknown/')
    expect(await countSessions(shop)).toBe(before)
    await friend.get('/r/friend/')
    const sessions = shop.db.selectFrom('sessions').select('sale_id').where('referrer', '=', 'friend')
    expect(await sessions.execute()).toEqual([{ sale_id: null }])
  })
})

describe('a form that is sent nearly a day after it was opened', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop()))
  afterAll(() => shop.close())

  it.each([
    [6 * day - 10, 0],
    [6 * day + 10, 2],
    [week - 10, 2],
  ])(
    'is accepted from a visitor who had only looked for %i seconds before, and got %i new cookies with it [S1, S11]',
    async (seconds, count) => {
      const event = await offer(shop.db, { date: { starts_at: new Date('2999-01-01') } })
      for (const page of [`/events/${event.id}/`, '/checkout/']) {
        const visitor = await shop.visitor()
        await moveShopTime(shop.db, seconds)
        const { headers } = await visitor.get(page)
        expect(headers.getSetCookie(), page).toHaveLength(count)
        await moveShopTime(shop.db, day - 10)
        expect((await visitor.post('/do/checkout/add/', { ticket: [event.entry(1)] })).status, page).toBe(200)
      }
    },
  )

  it.each([
    ['a day and an hour after it was opened', 5 * day, day + 3600],
    ['six days after it was opened', 10, 6 * day],
    ['a moment after it was opened', 6 * day - 10, 20],
  ])('is accepted %s, when another tab has got new cookies meanwhile [S1, F11]', async (_, before, open) => {
    const visitor = await shop.visitor()
    await moveShopTime(shop.db, before)
    const page = await visitor.get('/mailing-list')
    const _token = /name="_token"\s+value="([^"]+)"/.exec(page.text)?.[1] ?? ''
    await moveShopTime(shop.db, open)
    const elsewhere = await visitor.get('/all-events/')
    expect(elsewhere.headers.getSetCookie()).toHaveLength(2)
    const form = `_token=${_token}&email=${newEmail()}`
    const reply = await send(shop, cookieOf(visitor), '/mailing-list', {
      method: 'POST',
      body: form,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.status).toBe(303)
  })

  it('is refused with the token of a form that another visitor has opened [S1]', async () => {
    const [one, other] = [await shop.visitor(), await shop.visitor()]
    const _token = /name="_token"\s+value="([^"]+)"/.exec((await other.get('/mailing-list')).text)?.[1] ?? ''
    await moveShopTime(shop.db, 6 * day + 10)
    await one.get('/all-events/')
    const reply = await send(shop, cookieOf(one), '/mailing-list', {
      method: 'POST',
      body: `_token=${_token}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(reply.status).toBe(403)
  })

  it('keeps its cookies while the page makes calls, whose late replies could lose a basket [S11]', async () => {
    const visitor = await shop.visitor()
    await moveShopTime(shop.db, week - 10)
    expect((await send(shop, cookieOf(visitor), read)).headers.getSetCookie()).toEqual([])
  })

  it('is accepted with the cookies from before, if another tab has got new ones meanwhile [S11, F11]', async () => {
    const visitor = await shop.visitor()
    const cookie = cookieOf(visitor)
    await moveShopTime(shop.db, 6 * day + 10)
    expect((await visitor.get('/checkout/')).headers.getSetCookie()).toHaveLength(2)
    expect((await write(shop, cookie)).status).not.toBe(403)
    const { headers } = await send(shop, cookie, read)
    expect(headers.getSetCookie()).toEqual([])
  })
})

describe('a token that the shop does not accept', () => {
  let shop: TestShop
  let other: TestShop
  beforeAll(async () => {
    shop = await createTestShop()
    other = await createTestShop({ secrets: { sessionKey: 'another key', codePepper: '' } })
  })
  afterAll(() => Promise.all([shop.close(), other.close()]))

  const planted: [string, (own: string, others: string) => string][] = [
    ['of the right length, chosen by somebody', () => 'A'.repeat(43)],
    ['with a proof of the right length, chosen by somebody', () => `${'A'.repeat(43)}.t0.${'A'.repeat(43)}`],
    ['of a shop with another key', () => issueToken('another key', new Date())],
    ['with a changed character', (own) => (own.startsWith('A') ? 'B' : 'A') + own.slice(1)],
    ['with a later time', (own) => own.replace(/\.\w+\./, '.zzzzzz.')],
    ['with the proof of another one', (own, others) => own.slice(0, -43) + others.slice(-43)],
    ['without its proof', (own) => own.slice(0, 43)],
  ]

  it.each(planted)(
    '%s, is replaced by one that the shop chose, and cannot write [S3, S11]',
    async (_, change) => {
      const tokenOf = async () => (await shop.visitor()).cookies.get('__Host-session') ?? ''
      const token = change(await tokenOf(), await tokenOf())
      const cookie = `__Host-session=${token}`
      const before = await countSessions(shop)
      const { headers } = await send(shop, cookie, read)
      const [session = ''] = headers.getSetCookie()
      expect(session).toMatch(/^__Host-session=[\w-]{43}\./)
      expect(session).not.toContain(token)

      const forgery = csrfToken(shop.config.secrets.sessionKey, token)
      expect((await write(shop, `${cookie}; XSRF-TOKEN=${forgery}`)).status).toBe(403)
      expect(await countSessions(shop)).toBe(before)
    },
  )

  it('is one a week old that nobody has written with [S11]', async () => {
    const visitor = await shop.visitor()
    const cookie = cookieOf(visitor)
    await moveShopTime(shop.db, week + 5)
    const before = await countSessions(shop)
    expect((await write(shop, cookie)).status).toBe(403)
    expect((await send(shop, cookie, read)).headers.getSetCookie()).toHaveLength(2)
    expect(await countSessions(shop)).toBe(before)
  })

  it('is one whose CSRF token is that of another visitor, and the shop stores no session [S1, S11]', async () => {
    const [one, two] = [await shop.visitor(), await shop.visitor()]
    const before = await countSessions(shop)
    const mixed = `__Host-session=${one.cookies.get('__Host-session')}; XSRF-TOKEN=${two.cookies.get('XSRF-TOKEN')}`
    expect((await write(shop, mixed)).status).toBe(403)
    expect(await countSessions(shop)).toBe(before)
  })

  it.each([0, 601, week + 1, 31 * 24 * 3600])(
    'is one that was replaced at sign-in %i seconds ago: it opens nothing and never comes back [S3, S11]',
    async (seconds) => {
      const email = newEmail()
      await account(shop, email)
      const visitor = await reserved(shop)
      const planted = cookieOf(visitor)
      expect((await prove(shop, visitor, email)).status).toBe(200)
      expect(cookieOf(visitor)).not.toBe(planted)
      await moveShopTime(shop.db, seconds)
      const before = await countSessions(shop)
      expect((await write(shop, planted)).status).toBe(403)
      const reply = await send(shop, planted, read)
      if (seconds < 600) expect(reply.status).toBe(503)
      else {
        expect(await reply.json()).toMatchObject({ tickets: [] })
        const [session = '', forgery] = reply.headers.getSetCookie()
        expect(forgery).toMatch(/^XSRF-TOKEN=/)
        expect(session).not.toContain(planted.slice('__Host-session='.length, 90))
      }
      expect(await countSessions(shop)).toBe(before)
    },
  )
})

describe('several processes', () => {
  let shops: TwoShops
  let stop: () => Promise<void>
  beforeAll(async () => void ({ shops, stop } = await startTwoShops()))
  afterAll(() => stop())

  it('make one session of the first writes of many tabs, and no read replaces its cookie [S11, F11]', async () => {
    const event = await offer(shops[0].db)
    for (let round = 0; round < 10; round++) {
      const visitor = await shops[0].visitor()
      const cookie = cookieOf(visitor)
      const body = new URLSearchParams({
        'ticket[0][ticket]': String(event.entry(1).ticket),
        'ticket[0][qty]': '1',
        _token: visitor.cookies.get('XSRF-TOKEN') ?? '',
      })
      const before = await countSessions(shops[0])
      const replies = await times(16, (index) => {
        const shop = shops[index % 2 === 0 ? 0 : 1]
        return index % 4 < 2
          ? send(shop, cookie, '/do/checkout/add/', { method: 'POST', body })
          : send(shop, cookie, read)
      })
      expect(replies.flatMap(({ headers }) => headers.getSetCookie())).toEqual([])
      expect(replies.every(({ status }) => status < 400)).toBe(true)
      expect(await countSessions(shops[0])).toBe(before + 1)
      expect((await checkoutOf(visitor)).tickets).toMatchObject([{ qty: 8 }])
    }
  })

  it('never bring back a token that one of them replaces while others write with it [S3, S11]', async () => {
    for (let round = 0; round < 10; round++) {
      const visitor = await shops[0].visitor()
      const cookie = cookieOf(visitor)
      expect((await write(shops[0], cookie)).status).not.toBe(403)
      const before = await countSessions(shops[0])
      await Promise.all([
        call(visitor, 'logout_of_sale'),
        ...Array.from({ length: 8 }, (_, index) => write(shops[index % 2 === 0 ? 0 : 1], cookie)),
      ])
      expect((await write(shops[1], cookie)).status).toBe(403)
      expect(await countSessions(shops[0])).toBe(before)
    }
  })
})
