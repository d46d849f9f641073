import { afterAll, beforeAll, expect, it } from 'vitest'

import { createApp } from '#server/app.ts'
import { captchaSitekey, isHuman } from '#server/providers/hcaptcha.ts'
import { noProviders } from '#server/testing/config.ts'
import { call, checkoutOf } from '#server/testing/offers.ts'
import { payer, squarePayer } from '#server/testing/payers.ts'
import { createTestShop, type TestShop } from '#server/testing/test-shop.ts'

import { createSandbox } from './sandbox.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop({
    mode: 'production',
    providers: {
      ...noProviders,
      stripe: { secretKey: 'sk_live_1', publishableKey: 'pk_live_1', webhookSecret: 'whsec_1' },
      hcaptcha: { sitekey: 'site', secret: 'hcaptcha-secret-1' },
      mail: { smtpUrl: 'smtp://mail.example', from: 'shop@example.com' },
    },
  })
})
afterAll(() => shop.close())

it.each([
  ['GET', '/sandbox/stripe.js'],
  ['GET', '/sandbox/square.js'],
  ['GET', '/sandbox/hcaptcha.js'],
  ['GET', '/sandbox/seatsio/chart.js'],
  ['GET', '/sandbox/seatsio/events/the-tempest-friday/objects'],
  ['GET', '/sandbox/square/v2/payments/1'],
])('has no %s %s in production [S27]', async (method, path) => {
  expect((await shop.app.request(`http://shop.test${path}`, { method })).status).toBe(404)
})

it.each([
  'arrange',
  'clock',
  'door',
  'hcaptcha/token',
  'hcaptcha/siteverify',
  'stripe/v1/payment_methods',
  'square/cards',
  'square/v2/payments',
  'seatsio/hold-tokens',
])('has no POST /sandbox/%s in production [S27]', async (path) => {
  const visitor = await shop.visitor()
  expect((await visitor.post(`/sandbox/${path}`)).status).toBe(404)
})

it.each([
  '/sandbox/code',
  '/sandbox/truelayer/pay/:id',
  '/sandbox/stripe/challenge/:id',
  '/sandbox/',
  '/sandbox/outbox/',
])('has no route %s in production, which the sandbox has [S27]', (path) => {
  const pathsOf = (mode: 'production' | 'sandbox') =>
    createApp({ ...shop, sandbox: mode === 'sandbox' ? createSandbox(shop.db) : undefined }).routes.map(
      (route) => route.path,
    )
  expect(pathsOf('sandbox')).toContain(path)
  expect(pathsOf('production')).not.toContain(path)
  expect(pathsOf('production').filter((one) => one.startsWith('/sandbox/'))).toEqual([])
})

it('allows no host of Square, for which it has no keys, and none of its sandbox [S31]', async () => {
  const { headers } = await shop.app.request('http://shop.test/all-events/')
  const policy = headers.get('content-security-policy')
  expect(policy).toContain('https://js.stripe.com')
  expect(policy).not.toMatch(/square|sandbox/)
})

it('returns the real key and no simulated script for the card fields [S27]', async () => {
  const visitor = await shop.visitor()
  const reply = await visitor.post('/ajax/checkout/checkout/get_card_credentials/')
  expect(reply.json).toEqual({ publishable_key: 'pk_live_1', account: '', script: '' })
})

it('takes no payment through Square without its keys [PAYM-57] [S27]', async () => {
  const message = 'This payment method is not available at the moment'
  const { visitor, sale } = await squarePayer(shop)
  const credentials = await visitor.post('/ajax/checkout/checkout/get_square_credentials/')
  expect([credentials.status, credentials.json]).toEqual([503, { message }])
  const paid = await visitor.post('/ajax/checkout/checkout/pay_with_square/', {
    source_id: 'cnon:1',
    attempt: 'a',
  })
  expect([paid.status, paid.json]).toEqual([503, { message }])
  expect((await sale()).total).toBeNull()
  const script = await shop.app.request('http://shop.test/ajax/checkout/checkout/javascript-square/')
  expect(script.status).toBe(404)
  const webhook = await shop.app.request('http://shop.test/webhooks/square', { method: 'POST', body: '{}' })
  expect(webhook.status).toBe(503)
})

it('offers instalment plans only with SMS, because the page promises a reminder by SMS [INST-07]', async () => {
  const twilio = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'token', from: 'Foyer' }
  const withSms = createApp({
    ...shop,
    config: { ...shop.config, providers: { ...shop.config.providers, twilio } },
    log: () => {},
  })
  const { visitor } = await payer(shop, { tickets: { adult: { plan_months: [2] } } })
  const options = async () => (await checkoutOf(visitor)).payment_plan_schedule_options
  expect(await options()).toEqual({})
  const refused = await call(visitor, 'pay_with_instalment', { instalment_option: 2 })
  expect([refused.status, refused.json]).toEqual([
    503,
    { message: 'This payment method is not available at the moment' },
  ])
  const reply = await withSms.request('http://shop.test/ajax/checkout/checkout/get/', {
    headers: { Cookie: [...visitor.cookies].map((pair) => pair.join('=')).join('; ') },
  })
  expect(await reply.json()).toMatchObject({ payment_plan_schedule_options: { 2: expect.anything() } })
})

it('tells no secret in any page, file, reply or header [S42]', async () => {
  const { stripe, hcaptcha, mail } = shop.config.providers
  const { sessionKey, codePepper } = shop.config.secrets
  const secrets = [
    stripe?.secretKey,
    stripe?.webhookSecret,
    hcaptcha?.secret,
    mail?.smtpUrl,
    sessionKey,
    codePepper,
  ]
  const { visitor } = await payer(shop)
  const paths = shop.app.routes.map(({ path }) => path.replaceAll(/:\w+(?:\{[^}]*\})?|\*/g, 'x'))
  for (const path of new Set(paths))
    for (const reply of [await visitor.get(path, { Accept: 'text/html' }), await visitor.post(path)]) {
      const told = reply.text + [...reply.headers].join('\n')
      for (const secret of secrets) expect(secret && told.includes(secret), `${path} ${secret}`).toBe(false)
    }
  expect(JSON.stringify(shop.logged)).not.toMatch(/sk_live_1|whsec_1|hcaptcha-secret-1|smtp:/)
})

it.each(['payer@example.com', 'ada@example.com'])(
  'accepts no fixed one-time code for %s [S27]',
  async (email) => {
    const visitor = await shop.visitor()
    await visitor.post('/ajax/user/user/send_one_time_code/', { email })
    for (const code of ['000000', '111111', '123456', '999999']) {
      const { status } = await visitor.post('/ajax/user/user/check_one_time_code/', { email, code })
      expect(status).not.toBe(200)
    }
  },
)

it('accepts no test token of the captcha [S10, S27]', async () => {
  const log = () => {}
  const refuse = () => Promise.resolve(Response.json({ success: false }))
  for (const token of [
    'test',
    '10000000-aaaa-bbbb-cccc-000000000001',
    '20000000-aaaa-bbbb-cccc-000000000002',
  ])
    expect(await isHuman({ config: shop.config, db: shop.db, fetch: refuse, log }, token)).toBe(false)
  expect(captchaSitekey(shop.config)).toBe('site')
})
