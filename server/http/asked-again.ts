import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'

// A 304 must also set the cookie of a new session.
const tagged = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] })

/**
 * Lets the visitor's browser keep a page, and ask each time whether it has changed; answers 304 if it has not. A proxy that kept
 * it would give a new visitor's session to others.
 */
export const askedAgain = createMiddleware<ShopEnv>(async (c, next) =>
  tagged(c, async () => {
    await next()
    if (!c.res.ok) return
    c.header('Cache-Control', 'private, no-cache')
    c.header('Vary', 'Accept-Encoding')
  }),
)
