import { sql } from 'kysely'
import { Hono } from 'hono'

import type { ShopEnv } from './env.ts'

/** How long the database may take to answer a shop that is ready, in milliseconds. */
const boundMs = 2_000

/**
 * The addresses that a supervisor and a load balancer ask: `/health` answers while the process is alive, and `/ready` while it
 * can serve buyers, otherwise 503: the database answers, and the shop is not stopping.
 */
export function readinessRoutes(stopping?: AbortSignal): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  routes.get('/health', (c) => c.json({ ok: true }))
  routes.get('/ready', async (c) => {
    const ok = !stopping?.aborted && (await isInTime(sql`select 1`.execute(c.var.db)))
    return c.json({ ok }, ok ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  return routes
}

/** Returns whether the work succeeds within the bound. */
async function isInTime(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), boundMs)
  work.then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}
