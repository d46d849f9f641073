import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'
import { sendText } from '#server/http/send-text.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const ui = (file: string) => read(`../../src/ui/${file}`)

/** Turns a component's CSS module into plain CSS: its main class keeps its name, other classes get its prefix (`.stub-foot`). */
function component(name: string): string {
  return ui(`${name}.module.css`).replaceAll(/\.([a-z][\w-]*)/g, (whole, part: string) =>
    part === name ? whole : `.${name}-${part}`,
  )
}

/** Removes comments and empty space from a style sheet. */
export function shorten(css: string): string {
  return css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Styles, which each page carries, so that nothing is waited for before it is shown. */
export const styles = {
  /** Of every page: the checkout's tokens, base and components, followed by the pages' own. */
  page: shorten(
    [
      ui('tokens.css'),
      ui('base.css'),
      ui('one-time-code.css'),
      ui('checkbox.css'),
      ...['button', 'icon', 'stub', 'choice'].map(component),
      read('pages.css'),
    ].join('\n'),
  ),
  wallet: shorten(read('wallet/wallet.css')),
  room: shorten(read('waiting-room/waiting-room.css')),
}

/** Scripts of the pages, each with a content hash in its address. */
export const assets = {
  script: asset('js', 'text/javascript; charset=utf-8', read('pages.js')),
  walletScript: asset('js', 'text/javascript; charset=utf-8', read('wallet/wallet.js')),
  offerScript: asset('js', 'text/javascript; charset=utf-8', read('wallet/offer-form.js')),
  roomScript: asset('js', 'text/javascript; charset=utf-8', read('waiting-room/waiting-room.js')),
  cardScript: asset('js', 'text/javascript; charset=utf-8', read('card-fields.js')),
}

/** Serves these files. */
export const assetRoutes = serveAssets(Object.values(assets))

/** A file with its address, which changes with its content. */
export interface Asset {
  path: string
  type: string
  text: string
}

/** Makes a file with a content hash in its address. */
export function asset(ending: string, type: string, text: string): Asset {
  return { path: `/pages/pages-${hashOf(text)}.${ending}`, type, text }
}

/** Serves files, cacheable for ever. */
export function serveAssets(files: Asset[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  for (const { path, type, text } of files)
    routes.get(
      path,
      sendText(text, { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' }),
    )
  return routes
}

/** The service worker that shows tickets without a network; its version follows from its text. */
const worker = read('wallet/wallet-worker.js')

assetRoutes.get('/account/wallet-worker.js', (c) =>
  c.body(`const version = '${hashOf(worker)}'\n${worker}`, 200, {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-cache',
  }),
)

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 10)
}
