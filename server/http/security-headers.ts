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
}
/** The same with the hosts of Square's own sandbox. */
const squareLiveAndSandbox = {
  scripts: [...squareLive.scripts, 'https://sandbox.web.squarecdn.com'],
  calls: [...squareLive.calls, 'https://pci-connect.squareupsandbox.com'],
  checks: [...squareLive.checks, 'https://connect.squareupsandbox.com', 'https://api.squareupsandbox.com'],
}
const squareFonts = [
  'https://square-fonts-production-f.squarecdn.com',
  'https://d1g145x70srn7h.cloudfront.net',
]
const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const seats = [
  'https://cdn-eu.seatsio.net',
  'https://cdn-na.seatsio.net',
  'https://cdn-sa.seatsio.net',
  'https://cdn-oc.seatsio.net',
]

/** The page that the order shows in a frame until the shop has an accommodation map of its own. */
const framedPage = '/places-to-stay/'

/**
 * Security headers of every reply. Scripts come only from this shop and the listed providers; framing is forbidden, except that of the accommodation map by the shop itself. Only a
 * shop in sandbox mode can use Square's sandbox.
 */
export function securityHeaders(config: Pick<Config, 'mode' | 'page'>) {
  const plain = headersFor(config, "'none'")
  const framed = headersFor(config, "'self'")
  return createMiddleware<ShopEnv>((c, next) => (c.req.path === framedPage ? framed : plain)(c, next))
}

function headersFor({ mode, page }: Pick<Config, 'mode' | 'page'>, framing: "'none'" | "'self'") {
  const square = mode === 'sandbox' ? squareLiveAndSandbox : squareLive
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'", ...stripe, ...square.scripts, ...captcha, ...seats],
      frameSrc: [
        "'self'",
        ...stripe,
        ...square.scripts,
        ...square.checks,
        ...captcha,
        ...seats,
        ...placesOf(page),
      ],
      connectSrc: [
        "'self'",
        'https://api.stripe.com',
        ...square.calls,
        ...square.checks,
        ...square.scripts,
        ...captcha,
        ...seats,
      ],
      // Toasts and the providers' fields set inline styles.
      styleSrc: ["'self'", "'unsafe-inline'", ...square.scripts, ...captcha],
      imgSrc: ["'self'", 'data:', 'https:'],
      fontSrc: ["'self'", 'data:', ...square.scripts, ...squareFonts],
      // The service worker of the ticket wallet.
      workerSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      // The account page's forms are redirected to the card check, and browsers apply this to redirects.
      formAction: ["'self'", 'https://hooks.stripe.com'],
      frameAncestors: [framing],
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
