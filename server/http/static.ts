import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import { createMiddleware } from 'hono/factory'

import type { Config } from '#server/config.ts'

import { compressWell, pickEncoding } from './compression.ts'
import type { ShopEnv } from './env.ts'

/** Where `npm run build` puts the page. */
const builtFolder = resolve('dist')

// May be kept, but is asked for again each time: a new build must reach the buyer at once.
const fresh = { 'Cache-Control': 'no-cache' }

const configPlace = /(<script id="config" type="application\/json">)[^<]*(<\/script>)/

/**
 * The files of the built app, compressed by the build; hashed ones are kept for ever. Source maps are not public, and
 * what is not there is not asked from the pages.
 */
export function fileRoutes(folder = builtFolder): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  if (!readPage(folder)) return routes
  const files = serveStatic<ShopEnv>({ root: folder, precompressed: true })
  routes.get(
    '/assets/:file{[\\w-]+\\.(?:js|css|svg|png|woff2)}',
    etag(),
    keptFor('public, max-age=31536000, immutable'),
    files,
  )
  routes.all('/assets/*', (c) => c.notFound())
  routes.get(
    '/:file{[a-z0-9.-]+\\.(?:svg|png|ico|webmanifest|txt|js)}',
    etag(),
    keptFor('public, max-age=300'),
    files,
  )
  return routes
}

/** The app's one page, on the checkout's and the seat plan's addresses [CONT-03], with its run-time configuration inside. */
export function pageRoutes(config: Config, folder = builtFolder): Hono<ShopEnv> {
  // A "</script>" inside a value must not end the element.
  const json = JSON.stringify(config.page).replaceAll('<', '\\u003c')
  const page = readPage(folder)?.replace(configPlace, (_, open: string, close: string) => open + json + close)
  const compressed = page && compressWell(page)
  const routes = new Hono<ShopEnv>()
  routes.get('/config.json', (c) => c.json(config.page, 200, fresh))
  for (const path of ['/checkout', '/checkout/', '/events/book_seats/:date', '/events/book_seats/:date/'])
    routes.get(path, keepingCookies, (c) => {
      if (!compressed) return c.html(notBuilt, 503)
      const encoding = pickEncoding(c.req.header('Accept-Encoding'))
      if (!encoding) return c.html(page, 200, fresh)
      return c.body(compressed[encoding], 200, {
        ...fresh,
        'Content-Type': 'text/html; charset=UTF-8',
        'Content-Encoding': encoding,
        Vary: 'Accept-Encoding',
      })
    })
  return routes
}

// A visitor whose session has ended gets a new one with "not modified" too.
const keepingCookies = etag({ retainedHeaders: [...RETAINED_304_HEADERS, 'set-cookie'] })

function keptFor(cacheControl: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (!c.res.ok) return
    c.header('Cache-Control', cacheControl)
    c.header('Vary', 'Accept-Encoding')
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
