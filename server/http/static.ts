import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type Context } from 'hono'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'

import type { Config } from '#server/config.ts'

import { askedAgain } from './asked-again.ts'
import type { ShopEnv } from './env.ts'
import { sendText } from './send-text.ts'

/** The output folder of `npm run build`. */
export const builtFolder = resolve('dist')

// Cached but revalidated each time, so that a new build reaches buyers at once.
const fresh = { 'Cache-Control': 'no-cache' }

/** Names of files at the root of the site. */
const fileName = '[a-z0-9.-]+\\.(?:svg|png|ico|webmanifest|txt|xml|js|json)'

const configPlace = /(<script id="config" type="application\/json">)[^<]*(<\/script>)/

/**
 * Serves the files of the built app, precompressed; hashed files are cached for ever. Source maps are not public. An
 * unknown asset is a plain 404.
 */
export function fileRoutes(folder = builtFolder): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  if (!readPage(folder, 'index.html')) return routes
  const files = serveStatic<ShopEnv>({ root: folder, precompressed: true })
  routes.get(
    '/assets/:file{[\\w-]+\\.(?:js|css|svg|png|woff2)}',
    etag(),
    keptFor('public, max-age=31536000, immutable'),
    files,
  )
  routes.get(`/:file{${fileName}}`, etag(), keptFor('public, max-age=300'), files)
  return routes
}

/** Serves the page's run-time configuration, the same to all visitors. */
export function configRoutes(config: Config): Hono<ShopEnv> {
  return new Hono<ShopEnv>().get('/config.json', (c) => c.json(config.page, 200, fresh))
}

/** Replies 404 to files that do not exist, which browsers and robots ask for by themselves: they need no session. */
export const missingFiles = new Hono<ShopEnv>()

for (const path of [`/:file{${fileName}}`, '/assets/*', '/.well-known/*'])
  missingFiles.get(path, (c) => c.notFound())

/** The built page of each screen, and the addresses at which it is served [CONT-03, CONT-04]. */
export const pages = {
  checkout: { file: 'index.html', paths: ['/checkout', '/checkout/'] },
  seats: { file: 'seats.html', paths: ['/events/book_seats/:date', '/events/book_seats/:date/'] },
} as const

export type Screen = keyof typeof pages

/** The page of a screen with the shop's run-time configuration in it; undefined if the app is not built. */
export function builtPage(config: Config, screen: Screen, folder = builtFolder) {
  return readPage(folder, pages[screen].file)?.replace(
    configPlace,
    (_, open: string, close: string) => open + inScript(config.page) + close,
  )
}

/** JSON inside a script element: escaped, so that "</script>" inside a value does not end it. */
export const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** Serves the page of each screen at its addresses, the same to all visitors. */
export function pageRoutes(config: Config, folder = builtFolder): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  for (const screen of Object.keys(pages) as Screen[]) {
    const page = servePage(builtPage(config, screen, folder))
    for (const path of pages[screen].paths) routes.get(path, askedAgain, page)
  }
  return routes
}

const servePage = (page: string | undefined) =>
  page ? sendText(page, { 'Content-Type': 'text/html; charset=UTF-8' }) : sayNotBuilt

function keptFor(cacheControl: string) {
  return createMiddleware(async (c, next) => {
    await next()
    if (!c.res.ok) return
    c.header('Cache-Control', cacheControl)
    c.header('Vary', 'Accept-Encoding')
  })
}

const sayNotBuilt = (c: Context) => c.html(notBuilt, 503)

const notBuilt =
  '<!doctype html><html lang="en"><title>Not built yet</title><h1>Not built yet</h1><p>Build the app first: npm run build</p>'

function readPage(folder: string, file: string): string | undefined {
  try {
    return readFileSync(join(folder, file), 'utf8')
  } catch {
    return undefined
  }
}
