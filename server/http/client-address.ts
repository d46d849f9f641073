import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'

/** Stores the client's address for rate limits: the connection's, or the one that the trusted proxies report. */
export const clientAddresses = createMiddleware<ShopEnv>(async (c, next) => {
  const forwarded =
    c.req
      .header('X-Forwarded-For')
      ?.split(',')
      .map((part) => part.trim()) ?? []
  const behindProxy = c.var.config.trustedProxies ? forwarded.at(-c.var.config.trustedProxies) : undefined
  // In-process requests (tests) have no connection.
  const direct = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  c.set('clientAddress', behindProxy ?? direct ?? 'unknown')
  await next()
})
