import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import * as z from 'zod'

import { linkAddress } from '#src/lib/link-address.ts'
import { isGoogleTag, isMetaPixel } from '#src/lib/tag-ids.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { anySite, isWebAddress } from '#src/lib/web-address.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'

import { defaultLimits, type DatabaseLimits } from './database/postgres-pool.ts'
import { readSecrets, type Secrets } from './database/secrets.ts'

/** The configuration is invalid. The message tells the owner what to set. */
export class BadConfig extends Error {
  override name = 'BadConfig'
}

/** The environment variable of each setting. */
const names = {
  mode: 'FOYER_MODE',
  nodeEnv: 'NODE_ENV',
  host: 'HOST',
  port: 'PORT',
  dataDir: 'DATA_DIR',
  databaseUrl: 'DATABASE_URL',
  connections: 'DATABASE_CONNECTIONS',
  connectSeconds: 'DATABASE_CONNECT_SECONDS',
  statementSeconds: 'DATABASE_STATEMENT_SECONDS',
  lockSeconds: 'DATABASE_LOCK_SECONDS',
  idleSeconds: 'DATABASE_IDLE_SECONDS',
  origin: 'SHOP_URL',
  address: 'SHOP_ADDRESS',
  trustedProxies: 'TRUSTED_PROXIES',
  sentryDsn: 'SENTRY_DSN',
  drawnPages: 'DRAWN_PAGES',
  statechart: 'STATECHART',
  release: 'RELEASE',
  targetTimes: 'TARGET_TIMES',
  metricsPort: 'METRICS_PORT',
  metricsHost: 'METRICS_HOST',
  heldTickets: {
    withoutCaptcha: 'HELD_PLACES_WITHOUT_CAPTCHA',
    maxPerPerson: 'HELD_PLACES_OF_PERSON',
    maxPerAddress: 'HELD_PLACES_OF_ADDRESS',
  },
  freeOrdersWithoutCaptcha: 'FREE_ORDERS_WITHOUT_CAPTCHA',
  declines: { withoutCaptcha: 'DECLINES_WITHOUT_CAPTCHA', maxPerAddress: 'DECLINES_OF_ADDRESS' },
  waitingRoomPlacesOfAddress: 'WAITING_ROOM_PLACES_OF_ADDRESS',
  newVisitorsOfAddress: 'NEW_VISITORS_OF_ADDRESS',
  seed: 'SEED',
  page: 'PAGE_CONFIG',
  providers: {
    stripe: {
      secretKey: 'STRIPE_SECRET_KEY',
      publishableKey: 'STRIPE_PUBLISHABLE_KEY',
      webhookSecret: 'STRIPE_WEBHOOK_SECRET',
      connectWebhookSecret: 'STRIPE_CONNECT_WEBHOOK_SECRET',
    },
    square: {
      applicationId: 'SQUARE_APPLICATION_ID',
      locationId: 'SQUARE_LOCATION_ID',
      accessToken: 'SQUARE_ACCESS_TOKEN',
      webhookSignatureKey: 'SQUARE_WEBHOOK_SIGNATURE_KEY',
    },
    truelayer: {
      clientId: 'TRUELAYER_CLIENT_ID',
      clientSecret: 'TRUELAYER_CLIENT_SECRET',
      signingKeyId: 'TRUELAYER_SIGNING_KEY_ID',
      signingKey: 'TRUELAYER_SIGNING_KEY',
      merchantAccountId: 'TRUELAYER_MERCHANT_ACCOUNT_ID',
      merchantAccountIdEur: 'TRUELAYER_MERCHANT_ACCOUNT_ID_EUR',
      merchantName: 'TRUELAYER_MERCHANT_NAME',
    },
    hcaptcha: { sitekey: 'HCAPTCHA_SITEKEY', secret: 'HCAPTCHA_SECRET' },
    mail: { smtpUrl: 'SMTP_URL', from: 'MAIL_FROM' },
    twilio: { accountSid: 'TWILIO_ACCOUNT_SID', authToken: 'TWILIO_AUTH_TOKEN', from: 'TWILIO_FROM' },
    addressLookup: { url: 'ADDRESS_LOOKUP_URL', key: 'ADDRESS_LOOKUP_KEY' },
    appleWallet: {
      certificate: 'APPLE_WALLET_CERTIFICATE',
      key: 'APPLE_WALLET_KEY',
      keyPassphrase: 'APPLE_WALLET_KEY_PASSPHRASE',
      wwdrCertificate: 'APPLE_WALLET_WWDR_CERTIFICATE',
    },
    googleWallet: {
      issuerId: 'GOOGLE_WALLET_ISSUER_ID',
      serviceAccount: 'GOOGLE_WALLET_SERVICE_ACCOUNT',
    },
    seatsio: { secretKey: 'SEATSIO_SECRET_KEY', publicKey: 'SEATSIO_PUBLIC_KEY', region: 'SEATSIO_REGION' },
  },
} as const satisfies Names<z.input<typeof settingsSchema>>

/** The environment variable of each setting of a provider, for messages. */
export const providerSettings = names.providers

type Names<Settings> = {
  [Key in keyof Settings]-?: NonNullable<Settings[Key]> extends string
    ? string
    : Names<NonNullable<Settings[Key]>>
}

/** An error that quotes the value: not for values that may contain a password. */
const mustBe = (what: string) => ({
  error: ({ input, path = [] }: { input?: unknown; path?: PropertyKey[] | undefined }) =>
    `${nameAt(path)} is "${String(input)}"; it must be ${what}.`,
})

/** A setting of a provider; all or none of a provider's settings are set. */
const key = z.string({
  error: ({ path = [] }) => `${nameAt(path)} is missing: set all settings of ${String(path[1])}, or none.`,
})

const numberUpTo = (most: number, least = 0) =>
  z
    .string()
    .refine(
      (text) => /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most,
      mustBe(`a number from ${least} to ${most}`),
    )
    .transform(Number)

const mustBeHosts = 'PAGE_CONFIG: redirectHosts must be a list such as ["bank.example"].'

/** A setting of the page whose text fits `passes`; '' means unused. */
const pageText = (name: string, what: string, passes: (text: string) => boolean) => {
  const error = `PAGE_CONFIG: ${name} must be ${what}.`
  return z.string(error).refine((text) => text === '' || passes(text), error)
}

const scriptText = (name: string) =>
  pageText(name, 'an address such as "https://site.example/site.js" or "/site.js"', isScriptAddress)

const linkText = (name: string) =>
  pageText(
    name,
    'an address such as "https://site.example/help/", "/help/" or "mailto:help@site.example"',
    (text) => linkAddress(text, anySite) !== null,
  )

const pageSwitch = (name: string) => z.boolean(`PAGE_CONFIG: ${name} must be true or false.`).optional()

const mustBeTargets = 'TARGET_TIMES must be seconds by step, such as {"login":120,"payment":180}.'

const mustBeScripts = 'PAGE_CONFIG: siteScripts must be a list of addresses.'

/** Addresses of pages about the shop, for the foot of every page. */
const footerSettings = {
  privacyUrl: linkText('privacyUrl').optional(),
  helpUrl: linkText('helpUrl').optional(),
  accessibilityUrl: linkText('accessibilityUrl').optional(),
}

type FooterSettings = typeof footerSettings

/** Settings of the page that the shop reads as well, or that must not have mistakes (src/lib/site-config.ts). */
const pageSchema = z.looseObject(
  {
    redirectHosts: z.array(z.string(mustBeHosts).refine(isHost, mustBeHosts), mustBeHosts).default([]),
    monitoringAddress: pageText(
      'monitoringAddress',
      'the address (DSN) of a project, such as "https://key@monitoring.example/42"',
      isDsn,
    ).optional(),
    supportUrl: linkText('supportUrl').optional(),
    ...footerSettings,
    cookiePolicy: linkText('cookiePolicy').optional(),
    captchaScript: scriptText('captchaScript').optional(),
    stripeScript: scriptText('stripeScript').optional(),
    seatsScript: scriptText('seatsScript').optional(),
    baseScript: scriptText('baseScript').optional(),
    siteScripts: z.array(scriptText('siteScripts'), mustBeScripts).optional(),
    readyFlag: pageText('readyFlag', 'a name such as "siteReady"', (text) =>
      /^[A-Za-z_$][\w$]*$/.test(text),
    ).optional(),
    consentCookie: pageText('consentCookie', 'a cookie such as "analytics_consent=1"', (text) =>
      /^[\w-]+=[\w.-]+$/.test(text),
    ).optional(),
    consentBanner: pageSwitch('consentBanner'),
    analyticsTag: pageText(
      'analyticsTag',
      'the id of a Google tag such as "G-ABC1234567"',
      isGoogleTag,
    ).optional(),
    metaPixel: pageText('metaPixel', 'the id of a Meta pixel, in digits', isMetaPixel).optional(),
    eventTags: pageSwitch('eventTags'),
    analyticsScript: scriptText('analyticsScript').optional(),
    pixelScript: scriptText('pixelScript').optional(),
  },
  'PAGE_CONFIG must be a JSON object.',
)

type PageSettings = Partial<z.output<typeof pageSchema>>

const settingsSchema = z.object({
  mode: z.enum(['sandbox', 'production'], mustBe('"sandbox" or "production"')).optional(),
  nodeEnv: z.string().optional(),
  host: z.string().optional(),
  port: numberUpTo(65_535).default(3000),
  dataDir: z.string().default('data'),
  databaseUrl: z.string().optional(),
  connections: numberUpTo(500, 4).default(defaultLimits.connections),
  connectSeconds: numberUpTo(60, 1).default(defaultLimits.connectSeconds),
  statementSeconds: numberUpTo(600, 1).default(defaultLimits.statementSeconds),
  lockSeconds: numberUpTo(60, 1).default(defaultLimits.lockSeconds),
  idleSeconds: numberUpTo(600, 1).default(defaultLimits.idleSeconds),
  origin: z
    .string()
    .refine(
      (text) => URL.canParse(text) && isWebAddress(text),
      'SHOP_URL must be an address such as https://tickets.example, without a user name.',
    )
    .transform((text) => new URL(text).origin)
    .optional(),
  address: z
    .string()
    .refine((text) => !/[\r\n]/.test(text), mustBe('one line'))
    .optional(),
  trustedProxies: numberUpTo(9).default(0),
  sentryDsn: z.string().refine(isDsn, mustBe('a DSN such as https://key@errors.example/1')).optional(),
  drawnPages: z.enum(['on', 'off'], mustBe('"on" or "off"')).default('on'),
  statechart: z.enum(['on', 'off', 'figures'], mustBe('"on", "figures" or "off"')).optional(),
  release: z
    .string()
    .regex(/^[\w.+-]{1,60}$/, mustBe('a name such as "v1.4"'))
    .optional(),
  targetTimes: z
    .string()
    .default('{}')
    .transform(parseJson)
    .pipe(
      z.partialRecord(
        z.enum(checkoutStates, mustBeTargets),
        z.int(mustBeTargets).min(1, mustBeTargets).max(3600, mustBeTargets),
        mustBeTargets,
      ),
    ),
  metricsPort: numberUpTo(65_535).optional(),
  metricsHost: z.string().default('127.0.0.1'),
  heldTickets: z.preprocess(
    (set) => set ?? {},
    z.object({
      withoutCaptcha: numberUpTo(1_000_000).default(60),
      maxPerPerson: numberUpTo(1_000_000).default(200),
      maxPerAddress: numberUpTo(1_000_000).default(600),
    }),
  ),
  freeOrdersWithoutCaptcha: numberUpTo(1_000_000).default(5),
  declines: z.preprocess(
    (set) => set ?? {},
    z.object({
      withoutCaptcha: numberUpTo(1_000_000).default(30),
      maxPerAddress: numberUpTo(1_000_000).default(100),
    }),
  ),
  waitingRoomPlacesOfAddress: numberUpTo(1_000_000).default(300),
  newVisitorsOfAddress: numberUpTo(1_000_000).default(300),
  seed: z.literal('demo', mustBe('"demo", or not set')).optional(),
  page: z.string().default('{}').transform(parseJson).pipe(pageSchema),
  providers: z.object({
    stripe: z
      .object({
        secretKey: key,
        publishableKey: key,
        webhookSecret: key,
        connectWebhookSecret: z.string().optional(),
      })
      .nullable(),
    square: z
      .object({
        applicationId: key.refine(isSquareApplication, mustBe('an application id of Square')),
        locationId: key,
        accessToken: key,
        webhookSignatureKey: key,
      })
      .nullable(),
    truelayer: z
      .object({
        clientId: key,
        clientSecret: key,
        signingKeyId: key,
        signingKey: key,
        merchantAccountId: key,
        merchantAccountIdEur: z.string().optional(),
        merchantName: key,
      })
      .nullable(),
    hcaptcha: z.object({ sitekey: key, secret: key }).nullable(),
    mail: z
      .object({
        smtpUrl: key.refine(
          isMailServer,
          'SMTP_URL must be an address such as smtps://user:password@mail.example:465.',
        ),
        from: key.refine(isSender, mustBe('an email address, or Name <address>')),
      })
      .nullable(),
    twilio: z
      .object({
        accountSid: key.refine(isTwilioAccount, mustBe('an account SID of Twilio')),
        authToken: key,
        from: key.refine(
          isSmsSender,
          mustBe(
            'a number such as +447700900123, a name of up to 11 letters and digits, or a messaging service',
          ),
        ),
      })
      .nullable(),
    addressLookup: z.object({ url: key, key }).nullable(),
    appleWallet: z
      .object({ certificate: key, key, keyPassphrase: z.string().optional(), wwdrCertificate: key })
      .nullable(),
    googleWallet: z.object({ issuerId: key, serviceAccount: key }).nullable(),
    seatsio: z
      .object({
        secretKey: key,
        publicKey: key,
        region: key.refine((text) => /^(?:eu|na|sa|oc)$/.test(text), mustBe('"eu", "na", "sa" or "oc"')),
      })
      .nullable(),
  }),
})

/** Keys of the real providers; in the sandbox, a provider without keys is simulated. */
export type Providers = z.output<typeof settingsSchema>['providers']

/** Seconds by step. */
export type TargetTimes = Partial<Record<CheckoutState, number>>

export interface Config {
  /** `sandbox` simulates external services and has test controls; `production` does neither. */
  mode: 'sandbox' | 'production'
  /** The address to listen on: only this machine in the sandbox, whose outbox and controls need no login. */
  host: string
  port: number
  dataDir: string
  databaseUrl?: string | undefined
  databaseLimits: DatabaseLimits
  /** The shop's public origin, without a trailing slash. */
  origin: string
  /** The trader's name and postal address, on one line, for mails and the terms page. */
  address?: string | undefined
  secrets: Secrets
  providers: Providers
  /** Whether to add the demo catalogue to an empty shop; always in the sandbox. */
  hasDemo: boolean
  /** Run-time configuration of the page, passed to it as JSON. */
  page: PageSettings & { footerLinks?: Record<string, string> }
  /** The number of proxies in front of the shop that append to X-Forwarded-For. */
  trustedProxies: number
  /** Where errors are reported, by Sentry's protocol; nowhere without it. */
  sentryDsn?: string | undefined
  /** Whether the pages of checkout and seats come with their first screen, drawn by the shop (decision 54). */
  drawsPages?: boolean | undefined
  /** Whether `/statechart/` shows the charts to everybody; in the sandbox, unless it is switched off. */
  showsStatechart?: boolean | undefined
  /** Whether it shows the figures of the sales on them too. */
  showsFigures?: boolean | undefined
  /** What this shop is, for the log of steps; the same for all processes with the same build. */
  release?: string | undefined
  /** How many seconds nine of ten buyers may take at a step, at most, before an alarm is raised. */
  targetTimes?: TargetTimes | undefined
  /** Where metrics are served; nowhere without it. */
  metrics?: { host: string; port: number } | undefined
  /** How many tickets unpaid baskets may hold together; see `judge`. */
  heldTickets: {
    /** Above it, reserving needs a captcha. */
    withoutCaptcha: number
    /** The most of one account or email. */
    maxPerPerson: number
    /** The most of one network address; a school or an office may share it. */
    maxPerAddress: number
  }
  /** How many free orders to unproven emails an address may place in an hour before express baskets need a captcha. */
  freeOrdersWithoutCaptcha: number
  /** How many payments from a network address may end unpaid within an hour; a school or an office may share it. */
  declines: {
    /** With as many, those in progress too, the next payment needs a captcha. */
    withoutCaptcha: number
    /** With as many, there is no further payment. */
    maxPerAddress: number
  }
  /** How many places in waiting rooms a network address may take in an hour; a school or an office may share it. */
  waitingRoomPlacesOfAddress: number
  /** How many visitors of a network address may begin a basket in ten minutes; a school or an office may share it. */
  newVisitorsOfAddress: number
}

/** The origin of the simulated services: the shop itself, without a proxy. */
export function simulatorOrigin({ port }: Pick<Config, 'port'>): string {
  return `http://127.0.0.1:${port}`
}

/**
 * Whether instalment plans are offered: the page promises an SMS before each payment [INST-07], and the sandbox shows them in
 * the outbox.
 */
export function offersInstalmentPlans({ mode, providers }: Pick<Config, 'mode' | 'providers'>): boolean {
  return mode === 'sandbox' || providers.twilio !== null
}

/** Reads the shop's configuration from the environment. Throws `BadConfig` with a message for the owner. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { data, error } = settingsSchema.safeParse(settingsOf(env, names))
  if (!data) throw new BadConfig(error.issues.map(({ message }) => message).join('\n'))
  const { nodeEnv, seed, providers, port, dataDir, databaseUrl, trustedProxies, heldTickets, sentryDsn } =
    data
  const { connections, connectSeconds, statementSeconds, lockSeconds, idleSeconds } = data
  const mode = data.mode ?? (nodeEnv === 'production' ? 'production' : 'sandbox')
  const statechart = data.statechart ?? (mode === 'sandbox' ? 'figures' : 'off')
  if (mode === 'production') {
    assertComplete(data)
    assertNoTestKeys(providers)
  } else assertNoLiveKeys(providers)
  return {
    mode,
    host: data.host ?? (mode === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port,
    dataDir,
    databaseUrl,
    databaseLimits: { connections, connectSeconds, statementSeconds, lockSeconds, idleSeconds },
    address: data.address,
    origin: data.origin ?? `http://localhost:${port}`,
    secrets: readSecrets(env, dataDir),
    providers,
    hasDemo: seed === 'demo' || mode === 'sandbox',
    page: pageOf(mode, data),
    trustedProxies,
    sentryDsn,
    drawsPages: data.drawnPages === 'on',
    showsStatechart: statechart !== 'off',
    showsFigures: statechart === 'figures',
    release: data.release ?? builtRelease(),
    targetTimes: data.targetTimes,
    metrics: data.metricsPort === undefined ? undefined : { host: data.metricsHost, port: data.metricsPort },
    heldTickets,
    freeOrdersWithoutCaptcha: data.freeOrdersWithoutCaptcha,
    declines: data.declines,
    waitingRoomPlacesOfAddress: data.waitingRoomPlacesOfAddress,
    newVisitorsOfAddress: data.newVisitorsOfAddress,
  }
}

/** Eight letters that are the same for the same build of the page, whose names have hashes; '' without a build. */
function builtRelease(): string {
  try {
    return createHash('sha256').update(readFileSync('dist/index.html')).digest('hex').slice(0, 8)
  } catch {
    return ''
  }
}

interface NameTree {
  readonly [key: string]: string | NameTree
}

/** The variables that are set, by the names of the settings; null for a group without any. */
function settingsOf(env: NodeJS.ProcessEnv, tree: NameTree): Record<string, unknown> | null {
  const entries = Object.entries(tree).map(
    ([name, from]) =>
      [name, typeof from === 'string' ? env[from] || undefined : settingsOf(env, from)] as const,
  )
  return entries.some(([, value]) => value !== undefined) ? Object.fromEntries(entries) : null
}

/** Environment variable of the setting at a schema path. */
function nameAt(path: PropertyKey[]): string {
  let at: NameTree | string | undefined = names
  for (const step of path) if (typeof at === 'object') at = at[String(step)]
  return typeof at === 'string' ? at : path.join('.')
}

/**
 * Hosts of providers' pages that buyers are redirected to, live and sandbox: the card check (docs.stripe.com/ips) and
 * the bank payment (docs.truelayer.com, hosted page).
 */
const providerHosts: Partial<Record<keyof Providers, string[]>> = {
  stripe: ['hooks.stripe.com'],
  truelayer: [
    'payment.truelayer.com',
    'app.truelayer.com',
    'payment.truelayer-sandbox.com',
    'app.truelayer-sandbox.com',
  ],
}

/** The page's configuration: allowed redirect hosts [CALL-24, PAYM-45], and in the sandbox what is simulated. */
function pageOf(mode: Config['mode'], { page, providers }: z.output<typeof settingsSchema>): Config['page'] {
  const hosts = Object.entries(providerHosts).flatMap(([name, list]) =>
    providers[name as keyof Providers] ? list : [],
  )
  const simulated = {
    isSandbox: true,
    supportUrl: 'mailto:help@shop.example',
    ...(providers.hcaptcha ? {} : { captchaScript: '/sandbox/hcaptcha.js' }),
    ...(providers.seatsio ? {} : { seatsScript: '/sandbox/seatsio/chart.js' }),
  }
  const { privacyUrl, helpUrl, accessibilityUrl, ...settings } = page
  const support = {
    ...(mode === 'sandbox' ? simulated : {}),
    ...(providers.mail ? { supportUrl: `mailto:${addressOf(providers.mail.from)}` } : {}),
    ...settings,
  }
  return {
    cookiePolicy: privacyUrl || '/privacy/#cookies',
    ...support,
    footerLinks: footerLinksOf({ privacyUrl, helpUrl, accessibilityUrl }, support.supportUrl),
    redirectHosts: [...hosts, ...page.redirectHosts],
  }
}

/** The pages about the shop by their names: its own unless others are set, and without a page of help, the way to ask for it. */
function footerLinksOf(
  {
    privacyUrl = '/privacy/',
    helpUrl = '/help/',
    accessibilityUrl = '/accessibility/',
  }: Pick<PageSettings, keyof FooterSettings>,
  supportUrl = '',
): Record<string, string> {
  const links = { Privacy: privacyUrl, Help: helpUrl || supportUrl, Accessibility: accessibilityUrl }
  return Object.fromEntries(Object.entries(links).filter(([, address]) => address))
}

/** Providers without which no order can be taken and delivered; the others are optional. */
const neededInProduction = ['stripe', 'hcaptcha', 'mail'] as const

/** Settings of a provider that works without them. */
const optionalSettings = new Set<string>([names.providers.stripe.connectWebhookSecret])

/** Throws `BadConfig` if a setting that production needs is missing. */
function assertComplete({ origin, providers }: z.output<typeof settingsSchema>): void {
  const missing = [
    ...(origin ? [] : [names.origin]),
    ...neededInProduction.flatMap((name) => (providers[name] ? [] : Object.values(names.providers[name]))),
  ].filter((name) => !optionalSettings.has(name))
  if (missing.length) throw new BadConfig(`Production needs these settings: ${missing.join(', ')}.`)
}

/** Test keys: test cards pay with them, and every captcha passes. */
const testKeys = [
  /^(?:sk|pk|rk)_test_/,
  /^sandbox-/,
  /^10000000-ffff-ffff-ffff-[0-9a-f]{12}$/,
  /^20000000-ffff-ffff-ffff-[0-9a-f]{12}$/,
  /^0x0000000000000000000000000000000000000000$/,
  /^\+1500555000\d$/,
]

function assertNoTestKeys(providers: Providers): void {
  for (const [provider, keys] of Object.entries(providers))
    for (const [name, value] of Object.entries(keys ?? {}))
      if (testKeys.some((pattern) => pattern.test(value ?? '')))
        throw new BadConfig(
          `${nameAt(['providers', provider, name])} is a test key; production needs a live one.`,
        )
}

// In the sandbox anyone can read all mails and codes, and move the clock.
function assertNoLiveKeys({ stripe, square }: Providers): void {
  const live = [
    ...(stripe && /^(?:sk|rk)_live_/.test(stripe.secretKey) ? [names.providers.stripe.secretKey] : []),
    ...(square && !isSquareSandbox(square.applicationId) ? [names.providers.square.applicationId] : []),
  ]
  if (live[0]) throw new BadConfig(`${live[0]} is a live key; set FOYER_MODE to "production" to use it.`)
}

/** Whether an application id belongs to Square's own test environment. */
export function isSquareSandbox(applicationId: string): boolean {
  return applicationId.startsWith('sandbox-')
}

function isSquareApplication(text: string): boolean {
  return /^(?:sandbox-sq0idb|sq0idp)-\S+$/.test(text)
}

function isTwilioAccount(text: string): boolean {
  return /^AC[0-9a-f]{32}$/.test(text)
}

function isSmsSender(text: string): boolean {
  const isName = /^[A-Za-z0-9 ]{1,11}$/.test(text) && /[A-Za-z]/.test(text)
  return isName || /^\+[1-9]\d{6,14}$/.test(text) || /^MG[0-9a-f]{32}$/.test(text)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Returns whether a text is a DSN (docs.sentry.io/concepts/key-terms/dsn-explainer) without the secret that old ones have. The
 * SDK ignores one that it cannot read, and reports nothing.
 */
function isDsn(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  const { username, password, pathname } = url
  url.username = ''
  return (
    /^\w+$/.test(username) && !password && /^(?:\/[\w-]+)*\/\d+$/.test(pathname) && isWebAddress(url.href)
  )
}

function isHost(text: string): boolean {
  return URL.canParse(`https://${text}`) && new URL(`https://${text}`).host === text
}

/** A path of this shop, or an HTTPS address; plain HTTP only on this machine. */
function isScriptAddress(text: string): boolean {
  if (/^\/(?!\/)[^\s\\]*$/.test(text)) return true
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username } = new URL(text)
  const isLocal = ['localhost', '127.0.0.1'].includes(hostname)
  return username === '' && (protocol === 'https:' || (protocol === 'http:' && isLocal))
}

function isMailServer(text: string): boolean {
  return /^smtps?:\/\/[^\s/]/.test(text) && URL.canParse(text)
}

function isSender(text: string): boolean {
  return isEmail(addressOf(text))
}

/** Address of a sender such as `Name <address>`. */
function addressOf(sender: string): string {
  return /^[^<>@\r\n]*<([^<>]+)>$/.exec(sender)?.[1] ?? sender
}
