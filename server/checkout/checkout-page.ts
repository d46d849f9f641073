import { Hono, type Context } from 'hono'

import { readSignOutMark } from '#server/buyer/mark-sign-out.ts'
import { readUser } from '#server/buyer/user-routes.ts'
import type { Config } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { shopAddress } from '#server/http/shop-address.ts'
import { builtFolder, builtPage, inScript } from '#server/http/static.ts'
import { describeError } from '#server/log.ts'
import type { VisitEnv } from '#server/reservation/visits.ts'

import type { DrawScreen, Drawn, Replies } from './draw-screen.ts'
import { drawnParts } from './drawn-parts.ts'
import { earlyPresses } from './early-presses.ts'
import { readCheckout } from './read-checkout.ts'

/** No browser shows it again without asking, not even by Back after a sign-out. */
const personal = { 'Cache-Control': 'private, no-store' }

/**
 * Serves the page of the checkout [CONT-03] with what it begins with: the replies of its two first calls, and the screen that its
 * chart comes to with them. What fails of it is left out, and the page does it itself, as in front of any other back-end.
 */
export function checkoutPageRoutes(
  config: Config,
  drawScreen: DrawScreen,
  folder = builtFolder,
): Hono<ShopEnv> {
  const routes = new Hono<VisitEnv>()
  const parts = partsOf(builtPage(config, 'index.html', folder))
  const headOf = drawnParts(folder)
  if (!parts) return routes

  for (const path of ['/checkout', '/checkout/'])
    routes.get(path, async (c, next) => {
      // Their token has just been replaced: the page's own calls will have the new one.
      if (!c.var.session.token) return next()
      const replies = await tryTo(c, 'page without replies', () => readReplies(c))
      if (!replies) return next()
      const draw = () => drawScreen(c.var.session.id, shopAddress(c), replies)
      const drawn = await tryTo(c, 'page not drawn', draw)
      const page = join(parts, replies, drawn && { ...drawn, head: headOf(drawn.scripts) })
      return c.html(page, 200, personal)
    })
  return routes
}

async function readReplies(c: Context<VisitEnv>) {
  const [user, checkout] = await Promise.all([readUser(c.var), readCheckout(c.var)])
  return { user, checkout, signedOut: readSignOutMark(c) }
}

async function tryTo<T>(c: Context<VisitEnv>, event: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    c.var.log({ event, ...describeError(error) })
    return null
  }
}

/** The page, cut at the places for the title, the screen, and the replies. */
const partsOf = (page = '') =>
  /^([^]*<title>)([^<]*)(<\/title>[^]*)(<\/head>[^]*)<div id="app">([^]*)<\/div>(\s*(?:<p [^]*)?<\/body>[^]*)$/.exec(
    page,
  )

function join(parts: RegExpExecArray, replies: Replies, drawn: (Drawn & { head: string }) | null): string {
  const [, start, title, head, body, waiting = '', end] = parts
  const script = `<script id="replies" type="application/json">${inScript(replies)}</script>`
  if (!drawn) return [start, title, head, body, `<div id="app">${waiting}</div>`, script, end].join('')
  const [noScript] = /<noscript>[^]*?<\/noscript>/.exec(waiting) ?? []
  const app = `<div id="app" data-scripts="${drawn.scripts.join(' ')}">${drawn.html}</div>`
  const presses = `<script>${earlyPresses}</script>`
  // The styles of what is shown until there is a screen.
  const headOfDrawn = head?.replace(/<style data-boot>[^]*?<\/style>\s*/, '')
  return [start, drawn.title, headOfDrawn, drawn.head, presses, body, noScript, app, script, end].join('')
}
