import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { account, codeFor, newEmail, prove, reserved, userCall } from '#server/testing/buyers.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { createTestShop, type TestShop, type Visitor } from '#server/testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const read = '/ajax/checkout/checkout/get/'

const cookieOf = ({ cookies }: Visitor) => [...cookies].map((pair) => pair.join('=')).join('; ')

/** A buyer with a reserved basket who has just signed in, and the cookie from before. */
async function signedIn() {
  const email = newEmail()
  await account(shop, email)
  const visitor = await reserved(shop)
  const before = cookieOf(visitor)
  await prove(shop, visitor, email)
  return { visitor, before }
}

describe('a request with the token from before signing in', () => {
  it.each([read, '/ajax/user/user/get_user/'])(
    'gets 503 and no cookie from %s, so that its late reply cannot replace the new session [S3]',
    async (path) => {
      const { visitor, before } = await signedIn()
      const late = await shop.app.request(shop.config.origin + path, { headers: { Cookie: before } })
      expect(late.status).toBe(503)
      expect(late.headers.getSetCookie()).toEqual([])
      expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
    },
  )

  it('sees pages as a new visitor does, without a cookie', async () => {
    const { before } = await signedIn()
    const page = await shop.app.request(`${shop.config.origin}/all-events/`, { headers: { Cookie: before } })
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []])
    expect(await page.text()).toContain('Sign in')
  })

  it('changes nothing [S3]', async () => {
    const { visitor, before } = await signedIn()
    const token = /XSRF-TOKEN=([\w-]+)/.exec(before)?.[1] ?? ''
    const late = await shop.app.request(`${shop.config.origin}/ajax/checkout/checkout/destroy_sale/`, {
      method: 'POST',
      headers: { Cookie: before, 'X-XSRF-TOKEN': token },
    })
    expect([late.status, late.headers.getSetCookie()]).toEqual([403, []])
    expect((await checkoutOf(visitor)).seconds_remaining).toBeGreaterThan(0)
  })

  it('does not lose the basket when calls sent before the sign-in arrive after it', async () => {
    const email = newEmail()
    await account(shop, email)
    const visitor = await reserved(shop)
    await userCall(visitor, 'send_one_time_code', { email })
    const code = await codeFor(shop, email)
    const request = shop.app.request.bind(shop.app)
    const signedIn = Promise.withResolvers<void>()
    const line = vi.spyOn(shop.app, 'request').mockImplementation(async (url, init) => {
      if (init?.method === 'GET') await signedIn.promise
      return request(url, init)
    })
    const reads = ['/all-events/', read, '/ajax/user/user/get_user/'].map((path) => visitor.get(path))
    await userCall(visitor, 'check_one_time_code', { email, code })
    signedIn.resolve()
    await Promise.all(reads)
    line.mockRestore()
    expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
    expect((await visitor.get('/ajax/user/user/get_user/')).json.user.email).toBe(email)
    expect((await call(visitor, 'destroy_sale')).status).toBe(200)
  })

  it('gets a new session when the rotation is long past', async () => {
    const { before } = await signedIn()
    await moveShopTime(shop.db, 601)
    const late = await shop.app.request(shop.config.origin + read, { headers: { Cookie: before } })
    expect(late.status).toBe(200)
    expect(late.headers.getSetCookie()).toHaveLength(2)
  })
})

describe('signing out twice simultaneously', () => {
  it('leaves the browser a valid session', async () => {
    const { visitor } = await signedIn()
    const replies = await Promise.all([call(visitor, 'logout_of_sale'), call(visitor, 'logout_of_sale')])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await checkoutOf(visitor)).tickets).toHaveLength(1)
  })
})

it('sends the CSRF token again when the browser has a wrong one', async () => {
  const visitor = await shop.visitor()
  const right = visitor.cookies.get('XSRF-TOKEN')
  visitor.cookies.set('XSRF-TOKEN', 'stale')
  await visitor.get(read)
  expect(visitor.cookies.get('XSRF-TOKEN')).toBe(right)
})
