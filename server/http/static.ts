import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'

import type { Config } from '#server/config.ts'

import type { ShopEnv } from './env.ts'

// May be kept, but is asked for again each time: a new build must reach the buyer at once.
const fresh = { 'Cache-Control': 'no-cache' }

const configPlace = /(<script id="config" type="application\/json">)[^<]*(<\/script>)/

/** The files of the built app, compressed beforehand where the build did so; hashed ones are kept for ever. */
export function fileRoutes(folder = resolve('dist')): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  if (!readPage(folder)) return routes
  const files = serveStatic<ShopEnv>({ root: folder, precompressed: true })
  routes.get('/assets/*', keptFor('public, max-age=31536000, immutable'), files)
  routes.get(
    '/:file{[a-z0-9.-]+\\.(?:svg|png|ico|webmanifest|txt|js)}',
    keptFor('public, max-age=300'),
    files,
  )
  return routes
}

/** The app's one page, on the checkout's and the seat plan's addresses [CONT-03], with its run-time configuration inside. */
export function pageRoutes(config: Config, folder = resolve('dist')): Hono<ShopEnv> {
  // A "</script>" inside a value must not end the element.
  const json = JSON.stringify(config.page).replaceAll('<', '\\u003c')
  const page = readPage(folder)?.replace(configPlace, (_, open: string, close: string) => open + json + close)
  const routes = new Hono<ShopEnv>()
  routes.get('/config.json', (c) => c.json(config.page, 200, fresh))
  for (const path of ['/checkout', '/checkout/', '/events/book_seats/:date', '/events/book_seats/:date/'])
    routes.get(path, (c) => (page ? c.html(page, 200, fresh) : c.html(notBuilt, 503)))
  return routes
}

function keptFor(cacheControl: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (c.res.ok) c.header('Cache-Control', cacheControl)
  })
}

const notBuilt =
  '<!doctype html><html lang="en"><title>Not built yet</title><h1>Not built yet</h1><p>Build the app first: npm run build</p>'

function readPage(folder: string): string | null {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8')
  } catch {
    return null
  }
}
