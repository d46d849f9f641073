import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

import type { Config } from '#server/config.ts'
import { builtFolder } from '#server/http/static.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { slashes } from '#server/pages/slashes.ts'

/**
 * Serves the page of the statecharts at `/statechart/`, as `npm run build` has made it: to everybody in the sandbox, elsewhere
 * only with `STATECHART=on`. It tells nothing of any sale.
 */
export function statechartRoutes(
  config: Pick<Config, 'showsStatechart'>,
  folder = builtFolder,
): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  const site = resolve(folder, 'statechart')
  if (!config.showsStatechart || !existsSync(join(site, 'index.html'))) return routes
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
