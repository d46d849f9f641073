import { readSecrets, type Secrets } from './database/secrets.ts'

/** The configuration cannot be used; the message says what to set, and is all the owner needs to see. */
export class BadConfig extends Error {
  override name = 'BadConfig'
}

/** Keys of the real providers, by the environment's names; a provider that is null is played by the sandbox. */
export interface Providers {
  stripe: { secretKey: string; publishableKey: string; webhookSecret: string } | null
  square: { accessToken: string; applicationId: string; locationId: string; webhookKey: string } | null
  truelayer: {
    clientId: string
    clientSecret: string
    signingKeyId: string
    signingKey: string
    merchantAccountId: string
    merchantName: string
  } | null
  hcaptcha: { sitekey: string; secret: string } | null
  mail: { smtpUrl: string; from: string } | null
  sms: { url: string; token: string } | null
  addressLookup: { url: string; key: string } | null
}

export interface Config {
  /** `sandbox` has stand-ins for outside services and test controls; `production` has neither. */
  mode: 'sandbox' | 'production'
  /** The address to listen on: this machine alone in the sandbox, whose outbox and controls are open to everybody. */
  host: string
  port: number
  dataDir: string
  databaseUrl?: string | undefined
  /** Where buyers reach the shop, without a slash at the end. */
  origin: string
  secrets: Secrets
  providers: Providers
  /** Whether an empty shop starts with the demo catalogue; the sandbox always does. */
  hasDemo: boolean
  /** Run-time configuration for the page, given to it as JSON. */
  page: Record<string, unknown>
  /** How many proxies in front of the shop append to X-Forwarded-For. */
  trustedProxies: number
}

const names = {
  stripe: {
    secretKey: 'STRIPE_SECRET_KEY',
    publishableKey: 'STRIPE_PUBLISHABLE_KEY',
    webhookSecret: 'STRIPE_WEBHOOK_SECRET',
  },
  square: {
    accessToken: 'SQUARE_ACCESS_TOKEN',
    applicationId: 'SQUARE_APPLICATION_ID',
    locationId: 'SQUARE_LOCATION_ID',
    webhookKey: 'SQUARE_WEBHOOK_KEY',
  },
  truelayer: {
    clientId: 'TRUELAYER_CLIENT_ID',
    clientSecret: 'TRUELAYER_CLIENT_SECRET',
    signingKeyId: 'TRUELAYER_SIGNING_KEY_ID',
    signingKey: 'TRUELAYER_SIGNING_KEY',
    merchantAccountId: 'TRUELAYER_MERCHANT_ACCOUNT_ID',
    merchantName: 'TRUELAYER_MERCHANT_NAME',
  },
  hcaptcha: { sitekey: 'HCAPTCHA_SITEKEY', secret: 'HCAPTCHA_SECRET' },
  mail: { smtpUrl: 'SMTP_URL', from: 'MAIL_FROM' },
  sms: { url: 'SMS_URL', token: 'SMS_TOKEN' },
  addressLookup: { url: 'ADDRESS_LOOKUP_URL', key: 'ADDRESS_LOOKUP_KEY' },
} as const satisfies { [P in keyof Providers]: Record<keyof NonNullable<Providers[P]>, string> }

/** Where the shop reaches the stand-ins of outside services: itself, without going through a proxy. */
export function standInOrigin({ port }: Pick<Config, 'port'>): string {
  return `http://127.0.0.1:${port}`
}

/** Without these no order can be taken and delivered; the other providers are switched off when absent. */
const neededInProduction = ['stripe', 'hcaptcha', 'mail'] as const

/** Reads the shop's configuration from the environment. Throws `BadConfig` with a message for the owner. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const mode = readMode(env)
  const port = readPort(env.PORT || '3000')
  const dataDir = env.DATA_DIR || 'data'
  const providers = readProviders(env)
  if (mode === 'production') {
    refuseGaps(env, providers)
    refuseTestKeys(providers)
  } else refuseLiveMoney(providers)
  if (providers.mail) refuseBadMail(providers.mail)
  return {
    mode,
    host: env.HOST || (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port,
    dataDir,
    databaseUrl: env.DATABASE_URL || undefined,
    origin: readOrigin(env.SHOP_URL || `http://localhost:${port}`),
    secrets: readSecrets(env, dataDir),
    providers,
    hasDemo: readSeed(env.SEED || '') || mode === 'sandbox',
    page: { ...standInPage(mode, providers), ...readPage(env.PAGE_CONFIG || '{}') },
    trustedProxies: readTrustedProxies(env.TRUSTED_PROXIES || '0'),
  }
}

function readMode(env: NodeJS.ProcessEnv): Config['mode'] {
  const mode = env.FOYER_MODE || (env.NODE_ENV === 'production' ? 'production' : 'sandbox')
  if (mode === 'production' || mode === 'sandbox') return mode
  throw new BadConfig(`FOYER_MODE is "${mode}"; it can be "sandbox" or "production".`)
}

function readPort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port < 65_536) return port
  throw new BadConfig(`PORT is "${text}"; it must be a number from 0 to 65535.`)
}

function readOrigin(text: string): string {
  // "tickets.example:443" parses too, as an address whose origin is "null", which any page may claim to be.
  const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)
  if (!isWeb)
    throw new BadConfig(`SHOP_URL is "${text}"; it must be an address such as https://tickets.example.`)
  return new URL(text).origin
}

function readSeed(text: string): boolean {
  if (text === '' || text === 'demo') return text === 'demo'
  throw new BadConfig(`SEED is "${text}"; it can be "demo", or not set.`)
}

function readTrustedProxies(text: string): number {
  if (/^[0-9]$/.test(text)) return Number(text)
  throw new BadConfig(`TRUSTED_PROXIES is "${text}"; it must be a number from 0 to 9.`)
}

function readPage(text: string): Record<string, unknown> {
  try {
    const page: unknown = JSON.parse(text)
    if (page && typeof page === 'object' && !Array.isArray(page)) return { ...page }
  } catch {
    // Said below, as for any other text that is no object.
  }
  throw new BadConfig('PAGE_CONFIG must be a JSON object.')
}

/** What the page has to know of the stand-ins: that it says so, and where their scripts are. */
function standInPage(mode: Config['mode'], { hcaptcha }: Providers): Record<string, unknown> {
  if (mode === 'production') return {}
  return { isSandbox: true, ...(hcaptcha ? {} : { captchaScript: '/sandbox/hcaptcha.js' }) }
}

function readProviders(env: NodeJS.ProcessEnv): Providers {
  const entries = Object.entries(names).map(([provider, keys]) => {
    const found = Object.entries(keys).map(([key, name]) => [key, env[name] ?? ''] as const)
    const missing = Object.values(keys).filter((name) => !env[name])
    if (missing.length === found.length) return [provider, null]
    if (missing.length) throw new BadConfig(`${provider} is only half set up: ${missing.join(', ')} missing.`)
    return [provider, Object.fromEntries(found)]
  })
  // The names above are complete by type, so the object built from them has exactly the providers' keys.
  return Object.fromEntries(entries) as unknown as Providers
}

function refuseBadMail({ smtpUrl, from }: NonNullable<Providers['mail']>): void {
  // The address may hold a password: it is not said again.
  if (!/^smtps?:\/\/[^\s/]/.test(smtpUrl) || !URL.canParse(smtpUrl))
    throw new BadConfig('SMTP_URL must be an address such as smtps://user:password@mail.example:465.')
  if (!/^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(from))
    throw new BadConfig(`MAIL_FROM is "${from}"; it must be an email address, or Name <address>.`)
}

// In the sandbox everybody can read everybody's mails and codes, and move the clock.
function refuseLiveMoney({ stripe }: Providers): void {
  if (stripe && /^(?:sk|rk)_live_/.test(stripe.secretKey))
    throw new BadConfig('STRIPE_SECRET_KEY moves real money; set FOYER_MODE to "production" to use it.')
}

/** Keys with which every card pays and every captcha passes; the captcha's are published for testing. */
const testKeys = [
  /^(?:sk|pk|rk)_test_/,
  /^10000000-ffff-ffff-ffff-[0-9a-f]{12}$/,
  /^20000000-ffff-ffff-ffff-[0-9a-f]{12}$/,
  /^0x0000000000000000000000000000000000000000$/,
]

function refuseTestKeys(providers: Providers): void {
  for (const [provider, keys] of Object.entries(providers))
    if (Object.values(keys ?? {}).some((key) => testKeys.some((pattern) => pattern.test(String(key)))))
      throw new BadConfig(`The keys of ${provider} are for testing; production needs real ones.`)
}

function refuseGaps(env: NodeJS.ProcessEnv, providers: Providers): void {
  const missing = neededInProduction
    .filter((name) => !providers[name])
    .flatMap((name) => Object.values(names[name]))
  if (!env.SHOP_URL) missing.unshift('SHOP_URL' as never)
  if (missing.length) throw new BadConfig(`In production these must be set: ${missing.join(', ')}.`)
}
