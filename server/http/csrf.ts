import { timingSafeEqual } from 'node:crypto'

import { createMiddleware } from 'hono/factory'

import { isReading } from './body.ts'
import type { ShopEnv } from './env.ts'
import { HttpError } from './http-errors.ts'
import { unmaskToken } from './masked-tokens.ts'
import type { Session } from './session.ts'
import { csrfToken, notRecognised } from './session-middleware.ts'

/**
 * CSRF protection: a changing request must come from the same origin (if the browser names one) and carry the session's
 * token in `X-XSRF-TOKEN` or, in an HTML form, masked in `_token`. Throws `HttpError` 403.
 */
export const csrfProtection = createMiddleware<ShopEnv>(async (c, next) => {
  if (!isReading(c.req.method)) {
    if (!isSameOrigin(c.req.raw, c.var.config.origin))
      throw new HttpError(403, 'This request did not come from this shop')
    const token = unmaskToken(c.req.header('X-XSRF-TOKEN') ?? c.var.form._token)
    // Despite the type, a changing request without a known session has none on `c.var`.
    const session: Session | undefined = c.var.session
    const expected = session && csrfToken(c.var.config.secrets.sessionKey, session.token)
    if (!expected || !isEqual(token, expected)) throw new HttpError(403, notRecognised)
  }
  await next()
})

/** Returns whether a request comes from the shop's own pages, or from no page at all. */
export function isSameOrigin(request: Request, shop: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site && site !== 'same-origin' && site !== 'none') return false
  const origin = request.headers.get('origin')
  if (!origin || origin === shop) return true
  // Also accepts the Host header: the shop is reached on 127.0.0.1 and through the development server too.
  return (
    URL.canParse(origin) &&
    new URL(origin).host === (request.headers.get('host') ?? new URL(request.url).host)
  )
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
