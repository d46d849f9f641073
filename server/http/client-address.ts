import { getConnInfo } from '@hono/node-server/conninfo'
import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from './env.ts'

/** Notes where the request came from, for limits: the connection's address, or what the trusted proxies added. */
export const clientAddresses = createMiddleware<ShopEnv>(async (c, next) => {
  const forwarded =
    c.req
      .header('X-Forwarded-For')
      ?.split(',')
      .map((part) => part.trim()) ?? []
  const behindProxy = c.var.config.trustedProxies ? forwarded.at(-c.var.config.trustedProxies) : undefined
  // Requests made in process (tests) come over no connection.
  const direct = c.env?.incoming ? getConnInfo(c).remote.address : undefined
  c.set('clientAddress', behindProxy ?? direct ?? 'unknown')
  await next()
})
