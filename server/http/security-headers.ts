import { secureHeaders } from 'hono/secure-headers'

const stripe = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com']
const square = ['https://web.squarecdn.com', 'https://sandbox.web.squarecdn.com']
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
    frameSrc: ["'self'", ...stripe, ...square, ...captcha, ...seats, ...places],
    connectSrc: [
      "'self'",
      'https://api.stripe.com',
      'https://pci-connect.squareup.com',
      ...square,
      ...captcha,
      ...seats,
    ],
    // Toasts and the providers' fields set inline styles.
    styleSrc: ["'self'", "'unsafe-inline'", ...square, ...captcha],
    imgSrc: ["'self'", 'data:', 'https:'],
    fontSrc: ["'self'", 'data:', ...square],
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
