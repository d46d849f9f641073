import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { moveShopTime } from '#server/database/shop-time.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { captchaSitekey, isHuman } from './hcaptcha.ts'

let shop: TestShop
beforeAll(async () => void (shop = await createTestShop()))
afterAll(() => shop.close())

const asking = (fetch: typeof globalThis.fetch = shop.fetch) => ({
  config: shop.config,
  db: shop.db,
  fetch,
  log: (fields: (typeof shop.logged)[number]) => void shop.logged.push(fields),
})

async function solve(): Promise<string> {
  const reply = await shop.app.request('http://shop.test/sandbox/hcaptcha/token', { method: 'POST' })
  const { token } = (await reply.json()) as { token: string }
  return token
}

const says =
  (verdict: unknown, status = 200) =>
  () =>
    Promise.resolve(Response.json(verdict, { status }))
const now = () => new Date().toISOString()

describe('captcha verification', () => {
  it('accepts a solved challenge once [CAPT-08] [S10]', async () => {
    const token = await solve()
    expect(await isHuman(asking(), token)).toBe(true)
    expect(await isHuman(asking(), token)).toBe(false)
  })

  it('sends the secret and the site key to the service', async () => {
    const asked: URLSearchParams[] = []
    const service = async (_: unknown, init?: RequestInit) => {
      asked.push(init?.body as URLSearchParams)
      return Response.json({ success: true, challenge_ts: now() })
    }
    expect(await isHuman(asking(service), 'token')).toBe(true)
    expect(asked[0]?.get('response')).toBe('token')
    expect(asked[0]?.get('sitekey')).toBe(captchaSitekey(shop.config))
    expect(asked[0]?.get('secret')).toBeTruthy()
  })

  it.each([
    ['an invented token', undefined, 'P1_invented'],
    ['no token', says({ success: true, challenge_ts: now() }), ''],
    ['a token that is too long', says({ success: true, challenge_ts: now() }), 'x'.repeat(10_001)],
    ['a rejected token', says({ success: false }), 'token'],
    ['a result that is not a boolean', says({ success: 'true', challenge_ts: now() }), 'token'],
    ['an old solution', says({ success: true, challenge_ts: '2020-01-01T00:00:00Z' }), 'token'],
    ['a solution without its time', says({ success: true }), 'token'],
    ['an error status', says({ success: true, challenge_ts: now() }, 500), 'token'],
    ['a reply that is not JSON', () => Promise.resolve(new Response('<html>')), 'token'],
    ['an unreachable service', () => Promise.reject(new Error('no route')), 'token'],
  ])('fails with %s [S10]', async (_, fetch, token) => {
    expect(await isHuman(asking(fetch), token)).toBe(false)
  })

  it('accepts no solution of three minutes ago in shop time, and none of the future [S10, C25]', async () => {
    const service = says({ success: true, challenge_ts: now() })
    for (const [moved, isAccepted] of [
      [170, true],
      [20, false],
      [-360, true],
      [-20, false],
      [190, true],
    ] as const) {
      await moveShopTime(shop.db, moved)
      expect(await isHuman(asking(service), 'token'), `${moved}`).toBe(isAccepted)
    }
  })

  it('logs that the service was unreachable, without the token [S10, S42]', async () => {
    shop.logged.length = 0
    await isHuman(
      asking(() => Promise.reject(new Error('secret-token'))),
      'secret-token',
    )
    expect(shop.logged).toMatchObject([{ event: 'captcha service unreachable' }])
    expect(JSON.stringify(shop.logged)).not.toContain('secret-token')
  })
})
