import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'

import { builtFolder } from '#server/http/static.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { slashes } from '#server/pages/slashes.ts'

/** Serves the page of the calls at `/api/`, as `npm run build` has made it, with its OpenAPI documents. */
export function apiPage(folder = builtFolder): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  if (!existsSync(join(folder, 'api/index.html'))) return routes
  routes.route('/', slashes(['/api']))
  routes.get('/api/*', serveStatic<ShopEnv>({ root: folder }))
  return routes
}
