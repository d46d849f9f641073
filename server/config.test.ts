import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it } from 'vitest'

import { BadConfig, readConfig } from './config.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'foyer-config-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

const seatsKeys = { SEATSIO_SECRET_KEY: 'a', SEATSIO_PUBLIC_KEY: 'b', SEATSIO_REGION: 'eu' }

const read = (env: Record<string, string>) => readConfig({ DATA_DIR: dataDir, ...env })

it('starts in the sandbox on port 3000 with no settings at all', () => {
  const config = read({})
  expect(config).toMatchObject({ mode: 'sandbox', port: 3000, origin: 'http://localhost:3000' })
  expect(Object.values(config.providers).every((provider) => provider === null)).toBe(true)
})

it('configures the page for simulated providers in the sandbox only, unless the owner overrides it', () => {
  expect(read({}).page).toEqual({
    isSandbox: true,
    captchaScript: '/sandbox/hcaptcha.js',
    seatsScript: '/sandbox/seatsio/chart.js',
    supportUrl: 'mailto:help@shop.example',
    footerLinks: { Privacy: '/privacy/', Help: '/help/', Accessibility: '/accessibility/' },
    cookiePolicy: '/privacy/#cookies',
    redirectHosts: [],
  })
  expect(read({ PAGE_CONFIG: '{"captchaScript":"/mine.js"}' }).page.captchaScript).toBe('/mine.js')
  const keys = { HCAPTCHA_SITEKEY: 'a', HCAPTCHA_SECRET: 'b' }
  expect(read(keys).page).not.toHaveProperty('captchaScript')
  expect(read(seatsKeys).page).not.toHaveProperty('seatsScript')
})

it('passes the address of the error-reporting service to the page [OPEN-95]', () => {
  const addressFor = (page: string) => read({ PAGE_CONFIG: page }).page.monitoringAddress
  expect(addressFor('{}')).toBeUndefined()
  expect(addressFor('{"monitoringAddress":""}')).toBe('')
  const address = 'https://key@monitoring.example/path/42'
  expect(addressFor(JSON.stringify({ monitoringAddress: address }))).toBe(address)
})

it('connects to seats.io in one of its regions only [S30]', () => {
  expect(read(seatsKeys).providers.seatsio).toEqual({ secretKey: 'a', publicKey: 'b', region: 'eu' })
  expect(() => read({ ...seatsKeys, SEATSIO_REGION: 'eu.evil.example/' })).toThrow(/SEATSIO_REGION/)
  expect(() => read({ SEATSIO_REGION: 'eu' })).toThrow(/SEATSIO_SECRET_KEY is missing/)
})

it('sends buyers who need help to the sender of the mails, unless the owner names another address', () => {
  const mail = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'Shop <tickets@shop.example>' }
  expect(read(mail).page.supportUrl).toBe('mailto:tickets@shop.example')
  expect(read({ ...mail, PAGE_CONFIG: '{"supportUrl":"/help/"}' }).page.supportUrl).toBe('/help/')
})

it('links its own pages about itself, unless the owner names others or none', () => {
  const linksOf = (page: object) => read({ PAGE_CONFIG: JSON.stringify(page) }).page.footerLinks
  expect(linksOf({ privacyUrl: 'https://site.example/privacy', accessibilityUrl: '' })).toEqual({
    Privacy: 'https://site.example/privacy',
    Help: '/help/',
  })
  expect(linksOf({ helpUrl: '' })?.Help).toBe('mailto:help@shop.example')
  expect(linksOf({ helpUrl: '', supportUrl: '' })).not.toHaveProperty('Help')
})

it('links the privacy notice of the owner as the cookie policy, unless there is one apart', () => {
  const policyOf = (page: object) => read({ PAGE_CONFIG: JSON.stringify(page) }).page.cookiePolicy
  const privacyUrl = 'https://site.example/privacy'
  expect(policyOf({})).toBe('/privacy/#cookies')
  expect(policyOf({ privacyUrl })).toBe(privacyUrl)
  expect(policyOf({ privacyUrl, cookiePolicy: '/cookies/' })).toBe('/cookies/')
})

it('generates its secrets once, readable by the owner only, and keeps them across restarts [S42]', () => {
  const first = read({}).secrets
  expect(first.sessionKey).toHaveLength(43)
  expect(first.codePepper).not.toBe(first.sessionKey)
  expect(read({}).secrets).toEqual(first)
  expect(statSync(join(dataDir, 'session.key')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(dataDir, 'session.key'), 'utf8')).toBe(first.sessionKey)
})

it('takes the limits of database connections from the environment', () => {
  expect(read({}).databaseLimits).toMatchObject({ connections: 10, lockSeconds: 3 })
  const set = { DATABASE_CONNECTIONS: '20', DATABASE_LOCK_SECONDS: '2' }
  expect(read(set).databaseLimits).toMatchObject({ connections: 20, lockSeconds: 2, statementSeconds: 10 })
  expect(() => read({ DATABASE_CONNECTIONS: '3' })).toThrow(/DATABASE_CONNECTIONS .* from 4 to 500/)
})

it('prefers secrets from the environment', () => {
  expect(read({ SESSION_KEY: 'given' }).secrets.sessionKey).toBe('given')
})

it('does not start in production without the required settings, and names them all [S26, S27]', () => {
  expect(() => read({ FOYER_MODE: 'production' })).toThrow(BadConfig)
  expect(() => read({ NODE_ENV: 'production', SHOP_URL: 'https://tickets.example' })).toThrow(
    'Production needs these settings: STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, HCAPTCHA_SITEKEY, HCAPTCHA_SECRET, SMTP_URL, MAIL_FROM.',
  )
})

const production = {
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

const square = {
  SQUARE_APPLICATION_ID: 'sq0idp-1',
  SQUARE_LOCATION_ID: 'L1',
  SQUARE_ACCESS_TOKEN: 'token',
  SQUARE_WEBHOOK_SIGNATURE_KEY: 'key',
}

const truelayer = {
  TRUELAYER_CLIENT_ID: 'shop',
  TRUELAYER_CLIENT_SECRET: 'secret',
  TRUELAYER_SIGNING_KEY_ID: 'kid',
  TRUELAYER_SIGNING_KEY: 'key',
  TRUELAYER_MERCHANT_ACCOUNT_ID: 'account',
  TRUELAYER_MERCHANT_NAME: 'Shop',
}

const twilio = {
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: 'Foyer',
}

it('starts in production with or without Square', () => {
  expect(read(production).providers.square).toBeNull()
  expect(read({ ...production, ...square }).providers.square).toEqual({
    applicationId: 'sq0idp-1',
    locationId: 'L1',
    accessToken: 'token',
    webhookSignatureKey: 'key',
  })
})

it.each([
  ['STRIPE_CONNECT_WEBHOOK_SECRET', {}],
  ['TRUELAYER_MERCHANT_ACCOUNT_ID_EUR', truelayer],
])('starts with or without %s, but not with it alone', (name, keys) => {
  expect(() => read({ ...production, ...keys })).not.toThrow()
  expect(JSON.stringify(read({ ...production, ...keys, [name]: 'given' }).providers)).toContain('"given"')
  expect(() => read({ [name]: 'given' })).toThrow('is missing: set all settings of')
})

it('listens on this machine only in the sandbox, on all addresses in production, or on HOST', () => {
  expect(read({}).host).toBe('127.0.0.1')
  expect(read(production).host).toBe('0.0.0.0')
  expect(read({ HOST: '::' }).host).toBe('::')
})

it.each([
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_SECRET_KEY is a test key; production needs a live one.'],
  [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, 'STRIPE_PUBLISHABLE_KEY is a test key'],
  [{ ...square, SQUARE_APPLICATION_ID: 'sandbox-sq0idb-1' }, 'SQUARE_APPLICATION_ID is a test key'],
  [{ ...truelayer, TRUELAYER_CLIENT_ID: 'sandbox-shop' }, 'TRUELAYER_CLIENT_ID is a test key'],
  [{ ...twilio, TWILIO_FROM: '+15005550006' }, 'TWILIO_FROM is a test key'],
  [{ HCAPTCHA_SITEKEY: '10000000-ffff-ffff-ffff-000000000001' }, 'HCAPTCHA_SITEKEY is a test key'],
  [{ HCAPTCHA_SECRET: '0x0000000000000000000000000000000000000000' }, 'HCAPTCHA_SECRET is a test key'],
])('does not start in production with %o [S27]', (keys, message) => {
  expect(() => read({ ...production, ...keys })).toThrow(message)
})

it.each([
  [{ PORT: 'eighty' }, 'PORT is "eighty"'],
  [{ FOYER_MODE: 'test' }, 'FOYER_MODE is "test"'],
  [{ SHOP_URL: 'tickets' }, 'SHOP_URL must be an address'],
  [{ SHOP_URL: 'tickets.example:443' }, 'SHOP_URL must be an address'],
  [{ SHOP_URL: '/tickets' }, 'SHOP_URL must be an address'],
  [{ SHOP_URL: 'https://tickets.example@host.example' }, 'SHOP_URL must be an address'],
  [{ TRUSTED_PROXIES: 'one' }, 'TRUSTED_PROXIES is "one"'],
  [{ TRUSTED_PROXIES: '-1' }, 'TRUSTED_PROXIES is "-1"'],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' },
    'STRIPE_SECRET_KEY is a live key; set FOYER_MODE to "production" to use it.',
  ],
  [square, 'SQUARE_APPLICATION_ID is a live key; set FOYER_MODE to "production" to use it.'],
  [{ ...square, SQUARE_APPLICATION_ID: 'app' }, 'SQUARE_APPLICATION_ID is "app"; it must be an application'],
  [{ SQUARE_LOCATION_ID: 'L1' }, 'SQUARE_APPLICATION_ID is missing: set all settings of square, or none.'],
  [
    { STRIPE_SECRET_KEY: 'x' },
    'STRIPE_PUBLISHABLE_KEY is missing: set all settings of stripe, or none.\nSTRIPE_WEBHOOK_SECRET is missing',
  ],
  [{ TWILIO_FROM: 'Foyer' }, 'TWILIO_ACCOUNT_SID is missing: set all settings of twilio, or none.'],
  [{ ...twilio, TWILIO_ACCOUNT_SID: 'SK1' }, 'TWILIO_ACCOUNT_SID is "SK1"; it must be an account SID'],
  [{ ...twilio, TWILIO_FROM: '07700 900123' }, 'TWILIO_FROM is "07700 900123"; it must be a number such as'],
  [{ SMTP_URL: 'mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL must be an address'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop' }, 'MAIL_FROM is "shop"'],
  [{ SEED: 'yes' }, 'SEED is "yes"'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Shop <shop@@b.example>' }, 'MAIL_FROM is "Shop <shop@@'],
  [{ PAGE_CONFIG: '[]' }, 'PAGE_CONFIG must be a JSON object.'],
  [{ PAGE_CONFIG: '{' }, 'PAGE_CONFIG must be a JSON object.'],
  [
    { PAGE_CONFIG: '{"redirectHosts":["https://bank.example/"]}' },
    'PAGE_CONFIG: redirectHosts must be a list',
  ],
  [{ PAGE_CONFIG: '{"analyticsTag":"UA-1"}' }, 'PAGE_CONFIG: analyticsTag must be the id of a Google tag'],
  [{ PAGE_CONFIG: '{"supportUrl":"javascript:x"}' }, 'PAGE_CONFIG: supportUrl must be an address such as'],
  [{ PAGE_CONFIG: '{"privacyUrl":"javascript:x"}' }, 'PAGE_CONFIG: privacyUrl must be an address such as'],
  [{ PAGE_CONFIG: '{"helpUrl":7}' }, 'PAGE_CONFIG: helpUrl must be an address such as'],
  [{ PAGE_CONFIG: '{"accessibilityUrl":"ftp://x"}' }, 'PAGE_CONFIG: accessibilityUrl must be an address'],
  [
    { PAGE_CONFIG: '{"cookiePolicy":"https://a@b/"}' },
    'PAGE_CONFIG: cookiePolicy must be an address such as',
  ],
  [{ PAGE_CONFIG: '{"captchaScript":"data:x"}' }, 'PAGE_CONFIG: captchaScript must be an address such as'],
  [{ PAGE_CONFIG: '{"metaPixel":"1&x"}' }, 'PAGE_CONFIG: metaPixel must be the id of a Meta pixel'],
  [{ PAGE_CONFIG: '{"baseScript":"javascript:x"}' }, 'PAGE_CONFIG: baseScript must be an address such as'],
  [{ PAGE_CONFIG: '{"siteScripts":["http://site.example/a.js"]}' }, 'PAGE_CONFIG: siteScripts must be'],
  [{ PAGE_CONFIG: '{"siteScripts":"/a.js"}' }, 'PAGE_CONFIG: siteScripts must be a list of addresses.'],
  [{ PAGE_CONFIG: '{"readyFlag":"a b"}' }, 'PAGE_CONFIG: readyFlag must be a name such as'],
  [{ PAGE_CONFIG: '{"consentCookie":"a;b"}' }, 'PAGE_CONFIG: consentCookie must be a cookie such as'],
  [{ PAGE_CONFIG: '{"consentBanner":"no"}' }, 'PAGE_CONFIG: consentBanner must be true or false.'],
  [{ PORT: '65536', SEED: 'yes' }, 'PORT is "65536"; it must be a number from 0 to 65535.\nSEED is "yes"'],
])('explains what is wrong with %o', (env, message) => {
  expect(() => read(env)).toThrow(message)
})

it.each([
  '"https://monitoring.example/42"',
  '"https://key@monitoring.example/"',
  '"https://key:secret@monitoring.example/42"',
  '"ftp://key@monitoring.example/42"',
  '"key@monitoring.example/42"',
  'true',
])('rejects %s as the address of the error-reporting service', (address) => {
  expect(() => read({ PAGE_CONFIG: `{"monitoringAddress":${address}}` })).toThrow(
    'PAGE_CONFIG: monitoringAddress must be the address (DSN) of a project',
  )
})

it('takes the trader’s postal address on one line', () => {
  expect(read({}).address).toBeUndefined()
  expect(read({ SHOP_ADDRESS: 'Foyer Ltd, 1 Quay Street, Whitby' }).address).toBe(
    'Foyer Ltd, 1 Quay Street, Whitby',
  )
  expect(() => read({ SHOP_ADDRESS: 'Foyer Ltd\nWhitby' })).toThrow('SHOP_ADDRESS')
})

it('treats an empty setting as not set [S26]', () => {
  expect(read({ PORT: '', SHOP_URL: '', STRIPE_SECRET_KEY: '', PAGE_CONFIG: '' })).toEqual(read({}))
})

it('never quotes a password in an error [S42]', () => {
  const smtp = { SMTP_URL: 'http://shop:hunter2@mail.example', MAIL_FROM: 'shop@tickets.example' }
  for (const settings of [smtp, { SHOP_URL: 'https://shop:hunter2@tickets.example' }])
    expect(() => read(settings)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
    )
})

it('documents every setting in the operations guide', () => {
  const handbook = readFileSync('docs/operations.md', 'utf8')
  const names = readFileSync('server/config.ts', 'utf8').matchAll(/: '([A-Z]{3,}(?:_[A-Z]+)*)'/g)
  const settings = [...names].map(([, name = '']) => name)
  expect(settings).toContain('TRUELAYER_SIGNING_KEY')
  const missing = settings.filter((name) => !handbook.includes(`\`${name}\``))
  expect(missing).toEqual([])
})

it('reports errors and serves metrics only if it is told where, by an address that can work', () => {
  expect(read({})).toMatchObject({ sentryDsn: undefined, metrics: undefined })
  const sentryDsn = 'https://key@errors.example/path/7'
  expect(read({ SENTRY_DSN: sentryDsn }).sentryDsn).toBe(sentryDsn)
  for (const bad of [
    'errors.example',
    'https://errors.example/7',
    'https://key@errors.example/',
    'ftp://key@a/7',
  ])
    expect(() => read({ SENTRY_DSN: bad }), bad).toThrow(
      `SENTRY_DSN is "${bad}"; it must be a DSN such as https://key@errors.example/1.`,
    )
  expect(read({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 })
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics?.host).toBe('0.0.0.0')
  expect(() => read({ METRICS_PORT: 'on' })).toThrow(
    'METRICS_PORT is "on"; it must be a number from 0 to 65535.',
  )
})

it('shows the statecharts in the sandbox, and elsewhere only if it is told so', () => {
  expect(read({}).showsStatechart).toBe(true)
  expect(read({ STATECHART: 'off' }).showsStatechart).toBe(false)
  expect(read(production).showsStatechart).toBe(false)
  expect(read({ ...production, STATECHART: 'on' }).showsStatechart).toBe(true)
  expect(() => read({ STATECHART: 'yes' })).toThrow(
    'STATECHART is "yes"; it must be "on", "figures" or "off".',
  )
})

it('shows the figures in the sandbox, and elsewhere only if it is told so', () => {
  expect(read({}).showsFigures).toBe(true)
  expect(read({ STATECHART: 'on' }).showsFigures).toBe(false)
  expect(read(production).showsFigures).toBe(false)
  const shown = read({ ...production, STATECHART: 'figures' })
  expect([shown.showsStatechart, shown.showsFigures]).toEqual([true, true])
})

it('reads target times by step, and what the shop is', () => {
  expect(read({}).targetTimes).toEqual({})
  expect(read({ TARGET_TIMES: '{"login":120,"payment":180}' }).targetTimes).toEqual({
    login: 120,
    payment: 180,
  })
  for (const text of ['120', '{"login":"soon"}', '{"login":0}', '{"shop":5}', 'login'])
    expect(() => read({ TARGET_TIMES: text }), text).toThrow('TARGET_TIMES')
  expect(read({ RELEASE: 'v1.4' }).release).toBe('v1.4')
  expect(() => read({ RELEASE: 'a b' })).toThrow('RELEASE is "a b"; it must be a name such as "v1.4".')
})
