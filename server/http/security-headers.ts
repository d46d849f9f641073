import { createMiddleware } from 'hono/factory'
import { secureHeaders } from 'hono/secure-headers'

import type { Config } from '#server/config.ts'

import type { ShopEnv } from './env.ts'

// As in docs.stripe.com/security/guide. Wallets open in frames of these hosts, or in windows of their own.
const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
// As in developer.squareup.com/docs/web-payments/content-security-policy, without its error reports.
const squareLive = {
  scripts: ['https://web.squarecdn.com'],
  calls: ['https://pci-connect.squareup.com'],
  /** Calls and frames that check the buyer (3-D Secure). */
  checks: ['https://connect.squareup.com', 'https://api.squareup.com'],
  fonts: ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
}
const noSquare: typeof squareLive = { scripts: [], calls: [], checks: [], fonts: [] }
/** The same with the hosts of Square's own sandbox. */
const squareLiveAndSandbox = {
  ...squareLive,
  scripts: [...squareLive.scripts, 'https://sandbox.web.squarecdn.com'],
  calls: [...squareLive.calls, 'https://pci-connect.squareupsandbox.com'],
  checks: [...squareLive.checks, 'https://connect.squareupsandbox.com', 'https://api.squareupsandbox.com'],
}
const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']

// As in developers.google.com/tag-platform/security/guides/csp.
const googleAnalytics = {
  scripts: ['https://*.googletagmanager.com'],
  calls: [
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.googletagmanager.com',
  ],
  frames: [],
}
const googleAds = {
  scripts: ['https://www.googleadservices.com', 'https://googleads.g.doubleclick.net'],
  calls: [
    'https://www.google.com',
    'https://www.googleadservices.com',
    'https://googleads.g.doubleclick.net',
    'https://pagead2.googlesyndication.com',
  ],
  frames: ['https://www.googletagmanager.com', 'https://td.doubleclick.net'],
}
const metaPixel = {
  scripts: ['https://connect.facebook.net'],
  calls: ['https://www.facebook.com'],
  frames: [],
}

/** The page that the order shows in a frame until the shop has an accommodation map of its own. */
const framedPage = '/places-to-stay/'

const doorPages = '/door/'

/** Pictures for mails, which are read on the pages of mail providers. */
const inMails = /^\/pictures\/[a-z0-9-]+\.jpg$/

/** Where browsers report what the policy has blocked; see `policyReports`. */
export const reportsPath = '/csp-reports/'

/** Types of what a page loads, apart from scripts. */
const part = /^(?:application\/json|font\/|image\/|text\/css)/

/**
 * Security headers of every reply. What they block is reported to the shop. Scripts come only from this shop and the listed
 * providers; framing is forbidden, except that of the accommodation map by the shop itself. Square, and the region of seating
 * plans, are listed if they are configured; Square's sandbox only in sandbox mode. `inlineScripts` are the hashes of the scripts
 * inside pages.
 *
 * The parts of a page get short headers, because browsers apply the policy of the page to them. Opened by itself, a part runs
 * nothing, not even a drawing (SVG). A script gets them only if its address has a content hash: a service worker, which has
 * the policy of its own reply, never does.
 */
export function securityHeaders(config: PolicySettings, inlineScripts: string[] = []) {
  const plain = headersFor(config, { inlineScripts })
  const framed = headersFor(config, { framing: "'self'" })
  const door = headersFor(config, { hasCamera: true })
  return createMiddleware<ShopEnv>(async (c, next) => {
    await next()
    const { path } = c.req
    const page = path === framedPage ? framed : path.startsWith(doorPages) ? door : plain
    const parts = inMails.test(path) ? ofMailParts : ofParts
    const headers = isPart(c.res.headers) ? parts : page
    await headers(c, async () => {})
  })
}

function isPart(headers: Headers): boolean {
  const type = headers.get('Content-Type') ?? ''
  const isHashed = headers.get('Cache-Control')?.includes('immutable')
  return part.test(type) || (type.startsWith('text/javascript') && isHashed === true)
}

const partHeaders = {
  contentSecurityPolicy: {
    defaultSrc: ["'none'"],
    styleSrc: ["'unsafe-inline'"],
    frameAncestors: ["'none'"],
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} satisfies Parameters<typeof secureHeaders>[0]

const ofParts = secureHeaders(partHeaders)
const ofMailParts = secureHeaders({ ...partHeaders, crossOriginResourcePolicy: 'cross-origin' })

/** The settings that decide which hosts are allowed. */
type PolicySettings = Pick<Config, 'mode' | 'page'> & {
  providers: Pick<Config['providers'], 'square' | 'seatsio'>
}

interface PageNeeds {
  framing?: "'none'" | "'self'"
  /** Scans ticket codes. */
  hasCamera?: boolean
  inlineScripts?: string[]
}

function headersFor(
  { mode, page, providers }: PolicySettings,
  { framing = "'none'", hasCamera = false, inlineScripts = [] }: PageNeeds,
) {
  const square = providers.square ? (mode === 'sandbox' ? squareLiveAndSandbox : squareLive) : noSquare
  const { seatsio } = providers
  const seats = seatsio ? [`https://cdn-${seatsio.region}.seatsio.net`] : []
  const site = hostsOf(page)
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: [
        "'self'",
        ...inlineScripts,
        ...stripe,
        ...square.scripts,
        ...captcha,
        ...seats,
        ...site.scripts,
      ],
      frameSrc: [
        "'self'",
        ...stripe,
        ...square.scripts,
        ...square.checks,
        ...captcha,
        ...seats,
        ...placesOf(page),
        ...site.frames,
      ],
      connectSrc: [
        "'self'",
        'https://api.stripe.com',
        ...square.calls,
        ...square.checks,
        ...square.scripts,
        ...captcha,
        ...seats,
        ...monitoringOf(page),
        ...site.calls,
      ],
      // Toasts and the providers' fields set inline styles.
      styleSrc: ["'self'", "'unsafe-inline'", ...square.scripts, ...captcha],
      // A proxy on this machine is without HTTPS.
      imgSrc: ["'self'", 'data:', 'https:', ...site.calls],
      fontSrc: ["'self'", 'data:', ...square.scripts, ...square.fonts],
      // The service worker of the ticket wallet.
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // The account page's forms are redirected to the card check, and browsers apply this to redirects.
      formAction: ["'self'", 'https://hooks.stripe.com'],
      frameAncestors: [framing],
      reportTo: 'csp',
      // Firefox knows only this one.
      reportUri: reportsPath,
    },
    reportingEndpoints: [{ name: 'csp', url: reportsPath }],
    // Payment, also in the providers' frames, keeps the browsers' defaults.
    permissionsPolicy: {
      accelerometer: [],
      camera: hasCamera ? ['self'] : [],
      displayCapture: [],
      geolocation: [],
      gyroscope: [],
      hid: [],
      magnetometer: [],
      microphone: [],
      midi: [],
      serial: [],
      usb: [],
    },
    xFrameOptions: framing === "'none'" ? 'DENY' : 'SAMEORIGIN',
    referrerPolicy: 'strict-origin-when-cross-origin',
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    crossOriginResourcePolicy: 'same-origin',
    // A sandboxed frame has an origin of its own, which this header does not fit.
    originAgentCluster: framing === "'none'",
  })
}

/** The site of the configured accommodation map, if it is another one. */
function placesOf(page: Config['page']): string[] {
  const { address } = Object(page.accommodation) as { address?: unknown }
  return typeof address === 'string' && /^https:\/\//.test(address) ? [new URL(address).origin] : []
}

/** The site that the page reports errors to, if one is configured; `readConfig` has checked its address. */
function monitoringOf({ monitoringAddress }: Config['page']): string[] {
  return monitoringAddress ? [new URL(monitoringAddress).origin] : []
}

/**
 * Hosts of the site's scripts, of analytics and of ad pixels, as far as they are configured. Events get their tags at any
 * time, so `eventTags` says whether they count. A configured script address replaces the provider's hosts by its own, to
 * which such a proxy sends everything.
 */
function hostsOf(page: Config['page']) {
  const { baseScript = '', siteScripts = [], analyticsTag = '', metaPixel: pixel, eventTags } = page
  const hasAds = eventTags || /^(?:AW|DC)-/.test(analyticsTag)
  const hosts = [
    ...(analyticsTag || eventTags
      ? (proxyOf(page.analyticsScript) ?? [googleAnalytics, ...(hasAds ? [googleAds] : [])])
      : []),
    ...(pixel || eventTags ? (proxyOf(page.pixelScript) ?? [metaPixel]) : []),
  ]
  return {
    scripts: [...[baseScript, ...siteScripts].flatMap(originsOf), ...hosts.flatMap(({ scripts }) => scripts)],
    calls: hosts.flatMap(({ calls }) => calls),
    frames: hosts.flatMap(({ frames }) => frames),
  }
}

/** The origin of a script that takes the place of the provider's, as the only one; null if there is none. */
function proxyOf(script: string | undefined) {
  if (!script) return null
  const origins = originsOf(script)
  return [{ scripts: origins, calls: origins, frames: [] as string[] }]
}

/** The origin of an address, none for a path of this shop. */
const originsOf = (address: string) => (URL.canParse(address) ? [new URL(address).origin] : [])
