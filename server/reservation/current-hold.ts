import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'

import { releaseExpired, releaseIfExpired } from './expiry.ts'

/** Lets no call see a hold that has run out: the visitor's own becomes a basket, others' tickets are free again. */
export const currentHold = createMiddleware<ShopEnv>(async (c, next) => {
  if (c.var.session.saleId) await releaseIfExpired(c.var.db, c.var.session.saleId)
  await releaseExpired(c.var.db)
  await next()
})
