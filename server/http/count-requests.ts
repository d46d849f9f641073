import { createMiddleware } from 'hono/factory'

import { requestSeconds } from '#server/monitoring/metrics.ts'

import type { ShopEnv } from './env.ts'
import { routePattern } from './route-pattern.ts'

const methods = new Set(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])

/** Counts and times every request, by route pattern, method and status. */
export const countRequests = createMiddleware<ShopEnv>(async (c, next) => {
  const end = requestSeconds.startTimer()
  await next()
  const method = methods.has(c.req.method) ? c.req.method : 'other'
  end({ route: routePattern(c), method, status: c.res.status })
})
