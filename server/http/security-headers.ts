import { secureHeaders } from 'hono/secure-headers'

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
// As in developer.squareup.com/docs/web-payments/content-security-policy, without its error reports. Each host has one for
// Square's own sandbox.
const square = ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com']
const squareCalls = ['https://pci-connect.squareup.com', 'https://pci-connect.squareupsandbox.com']
const squareFonts = [
  'https://square-fonts-production-f.squarecdn.com',
  'https://d1g145x70srn7h.cloudfront.net',
]
/** Calls and frames that check the buyer (3-D Secure). */
const squareChecks = [
  'https://connect.squareup.com',
  'https://connect.squareupsandbox.com',
  'https://api.squareup.com',
  'https://api.squareupsandbox.com',
]
const captcha = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
const seats = [
  'https://cdn-eu.seatsio.net',
  'https://cdn-na.seatsio.net',
  'https://cdn-sa.seatsio.net',
  'https://cdn-oc.seatsio.net',
]
const places = ['https://www.stay22.com']

/** Security headers of every reply. Scripts come only from this shop and the listed providers; framing is forbidden. */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", ...stripe, ...square, ...captcha, ...seats],
    frameSrc: ["'self'", ...stripe, ...square, ...squareChecks, ...captcha, ...seats, ...places],
    connectSrc: [
      "'self'",
      'https://api.stripe.com',
      ...squareCalls,
      ...squareChecks,
      ...square,
      ...captcha,
      ...seats,
    ],
    // Toasts and the providers' fields set inline styles.
    styleSrc: ["'self'", "'unsafe-inline'", ...square, ...captcha],
    imgSrc: ["'self'", 'data:', 'https:'],
    fontSrc: ["'self'", 'data:', ...square, ...squareFonts],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  xFrameOptions: 'DENY',
  referrerPolicy: 'strict-origin-when-cross-origin',
  crossOriginOpenerPolicy: 'same-origin-allow-popups',
  crossOriginResourcePolicy: 'same-origin',
})
