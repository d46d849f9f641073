import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'

import type { Config } from '#server/config.ts'
import { builtFolder } from '#server/http/static.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { slashes } from '#server/pages/slashes.ts'

/**
 * Serves the page of the statecharts at `/statechart/`, as `npm run build` has made it: to everybody in the sandbox, elsewhere
 * only with `STATECHART=on`. It tells nothing of any sale. A checkout that is opened with `?inspect` tells it, from its own tab,
 * what goes on.
 */
export function statechartRoutes(
  config: Pick<Config, 'showsStatechart'>,
  folder = builtFolder,
): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  const site = resolve(folder, 'statechart')
  if (!config.showsStatechart || !existsSync(join(site, 'index.html'))) return routes
  routes.use('/checkout/*', followed)
  routes.use('/events/book_seats/*', followed)
  routes.route('/', slashes(['/statechart']))
  routes.get(
    '/statechart/*',
    async (c, next) => {
      await next()
      if (c.res.ok) c.header('Cache-Control', 'no-cache')
    },
    serveStatic<ShopEnv>({ root: folder }),
  )
  return routes
}

/** Puts the script into a page with `?inspect` that tells the page of the charts what goes on, before all others. */
const followed: MiddlewareHandler<ShopEnv> = async (c, next) => {
  if (c.req.query('inspect') === undefined) return next()
  // What is built is kept compressed
  const asked = new Headers(c.req.raw.headers)
  asked.delete('Accept-Encoding')
  c.req.raw = new Request(c.req.raw, { headers: asked })
  await next()
  if (!c.res.headers.get('Content-Type')?.startsWith('text/html')) return
  const page = await c.res.text()
  const headers = new Headers(c.res.headers)
  headers.delete('Content-Length')
  c.res = new Response(page.replace('<head>', '<head><script src="/statechart/live.js"></script>'), {
    status: c.res.status,
    headers,
  })
}
