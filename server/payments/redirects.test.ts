import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { QueryClient } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'

import { readConfig } from '#server/config.ts'
import { pageRoutes } from '#server/http/static.ts'
import { call } from '#server/testing/offers.ts'
import { payer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-redirects-'))
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-521' })

const cardsOnly = {
  DATA_DIR: dataDir,
  FOYER_MODE: 'production',
  SHOP_URL: 'https://tickets.example',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  HCAPTCHA_SITEKEY: '7b1c2d3e-0000-4000-8000-000000000001',
  HCAPTCHA_SECRET: 'ES_1',
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'shop@tickets.example',
}
const withBank = {
  ...cardsOnly,
  TRUELAYER_CLIENT_ID: 'foyer',
  TRUELAYER_CLIENT_SECRET: 'secret',
  TRUELAYER_SIGNING_KEY_ID: 'key-1',
  TRUELAYER_SIGNING_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  TRUELAYER_MERCHANT_ACCOUNT_ID: 'account-1',
  TRUELAYER_MERCHANT_NAME: 'Foyer',
}

afterAll(() => rmSync(dataDir, { recursive: true }))
afterEach(() => vi.unstubAllGlobals())

/** Returns the address to which the served page redirects for `address`; null if it does not redirect. */
async function goFrom(env: Record<string, string>, address: string): Promise<string | null> {
  const page = await (await pageRoutes(readConfig(env), '.').request('/checkout/')).text()
  const script = /<script id="config"[^>]*>([^<]*)</.exec(page)?.[1] ?? ''
  const assign = vi.fn()
  vi.stubGlobal('document', { getElementById: () => ({ textContent: script }) })
  vi.stubGlobal('location', new URL('https://tickets.example/checkout/'))
  vi.stubGlobal('window', { location: { assign } })
  vi.resetModules()
  const { openAddress } = await import('#src/checkout/open-address.ts')
  const { signal } = new AbortController()
  const opening = openAddress(new QueryClient(), { input: { address }, signal })
  if (assign.mock.calls.length === 0) await expect(opening).rejects.toThrow('the address is not allowed')
  return assign.mock.calls[0]?.[0] ?? null
}

describe('a payment with real providers', () => {
  let shop: TestShop
  beforeAll(async () => void (shop = await createTestShop(readConfig(withBank))))
  afterAll(() => shop.close())

  it('redirects to 3-D Secure without settings other than the keys [PAYM-45, CONT-64]', async () => {
    const url = 'https://hooks.stripe.com/3d_secure_2/hosted?merchant=acct_1&payment_intent=pi_1'
    const { visitor } = await payer(shop)
    shop.answer = async (request) => {
      expect(new URL(request.url).hostname).toBe('api.stripe.com')
      const next_action = { type: 'redirect_to_url', redirect_to_url: { url } }
      return Response.json({ id: 'pi_1', object: 'payment_intent', status: 'requires_action', next_action })
    }
    const { json } = await call(visitor, 'pay_with_card', { payment_method_id: 'pm_1', attempt: 'a1' })
    expect(json).toMatchObject({ status: 'redirect_to_url', url })
    expect(await goFrom(cardsOnly, json.url)).toBe(url)
  })

  it('redirects to the bank without settings other than the keys [CALL-24, PAYM-45]', async () => {
    const uri = 'https://payment.truelayer.com/payments#payment_id=p1&resource_token=t'
    const { visitor } = await payer(shop)
    shop.answer = (request) =>
      Promise.resolve(
        Response.json(
          request.url.endsWith('/connect/token')
            ? { access_token: 'token', expires_in: 3600 }
            : { id: 'p1', status: 'authorization_required', hosted_page: { uri } },
        ),
      )
    const { json } = await call(visitor, 'create_truelayer_payment')
    expect(json).toEqual({ url: uri })
    expect(await goFrom(withBank, json.url)).toBe(uri)
  })
})

describe('a page of a production shop', () => {
  it.each([
    'https://app.truelayer.com/payments?payment_id=p1',
    'https://payment.truelayer-sandbox.com/payments#payment_id=p1',
    'https://app.truelayer-sandbox.com/payments?payment_id=p1',
  ])('redirects to %s only if bank transfers are configured [CALL-24] [S24]', async (address) => {
    expect(await goFrom(withBank, address)).toBe(address)
    expect(await goFrom(cardsOnly, address)).toBeNull()
  })

  it.each([
    'https://stripe.com/',
    'https://hooks.stripe.com.evil.example/',
    'http://hooks.stripe.com/',
    'https://hooks.stripe.com@evil.example/',
    'https://evil.example/',
  ])('does not redirect to %s [CALL-24] [S24]', async (address) => {
    expect(await goFrom(withBank, address)).toBeNull()
  })

  it('also redirects to configured hosts', async () => {
    const env = { ...cardsOnly, PAGE_CONFIG: '{"redirectHosts":["bank.example"]}' }
    expect(await goFrom(env, 'https://bank.example/pay')).toBe('https://bank.example/pay')
    expect(await goFrom(env, 'https://hooks.stripe.com/x')).toBe('https://hooks.stripe.com/x')
  })
})
