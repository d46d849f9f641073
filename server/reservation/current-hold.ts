import { createMiddleware } from 'hono/factory'

import { batched } from '#server/database/batched.ts'
import type { Database } from '#server/database/connect.ts'

import { releaseExpired, releaseIfExpired } from './expiry.ts'
import type { VisitEnv } from './visits.ts'

/** Releases expired holds before each call: the visitor's own and everybody else's. Simultaneous calls share one sweep. */
export function currentHold(db: Database) {
  const sweep = batched(
    async (calls: null[]) => {
      const released = await releaseExpired(db)
      return calls.map(() => released)
    },
    { max: Infinity, atOnce: 1 },
  )
  return createMiddleware<VisitEnv>(async (c, next) => {
    // Nobody has looked yet for a visitor whose session is not in the database.
    if (c.var.visit?.isSweepDue ?? true) {
      await sweep(null)
      // The sweep skips a sale that is locked at the moment; the visitor's own is waited for.
      if (c.var.session.saleId) await releaseIfExpired(db, c.var.session.saleId)
    }
    await next()
  })
}
