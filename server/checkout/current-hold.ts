import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'

import { releaseIfExpired } from './expiry.ts'

/** Lets no call work on a hold that has run out: it becomes a basket first. */
export const currentHold = createMiddleware<ShopEnv>(async (c, next) => {
  if (c.var.session.saleId) await releaseIfExpired(c.var.db, c.var.session.saleId)
  await next()
})
