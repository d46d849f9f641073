import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'

import { releaseExpired, releaseIfExpired } from './expiry.ts'

/** Releases expired holds before each call: the visitor's own and everybody else's. */
export const currentHold = createMiddleware<ShopEnv>(async (c, next) => {
  if (c.var.session.saleId) await releaseIfExpired(c.var.db, c.var.session.saleId)
  await releaseExpired(c.var.db)
  await next()
})
