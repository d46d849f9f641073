import { Hono, type Context } from 'hono'

import { readSignOutMark } from '#server/buyer/mark-sign-out.ts'
import { readUser } from '#server/buyer/user-routes.ts'
import type { Config } from '#server/config.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { shopAddress } from '#server/http/shop-address.ts'
import { builtFolder, builtPage, inScript, pages, type Screen } from '#server/http/static.ts'
import { describeError } from '#server/log.ts'
import type { VisitEnv } from '#server/reservation/visits.ts'
import { eventDateReply, seatingPlanReply } from '#server/seats/seat-routes.ts'
import { findSeatedDate } from '#server/seats/seated-dates.ts'
import type { SeatsEnv } from '#server/seats/seats-env.ts'

import type { DrawScreen, Drawn, Replies } from './draw-screen.ts'
import { drawnParts } from './drawn-parts.ts'
import { earlyPresses } from './early-presses.ts'
import { readCheckout } from './read-checkout.ts'

/** No browser shows it again without asking, not even by Back after a sign-out. */
const personal = { 'Cache-Control': 'private, no-store' }

interface DrawnEnv extends ShopEnv {
  Variables: VisitEnv['Variables'] & SeatsEnv['Variables']
}

/** Reads the replies that each screen begins with, as its calls send them; that of the user is the same for all. */
const readers: { [S in Screen]: (c: Context<DrawnEnv>) => Promise<Record<string, unknown>> } = {
  checkout: async (c) => ({ checkout: await readCheckout(c.var) }),
  async seats(c) {
    const eventDateId = c.req.param('date') ?? ''
    const date = await findSeatedDate(c.var.db, eventDateId)
    return {
      eventDateId,
      eventDate: await eventDateReply(c.var.db, date),
      seatingPlan: seatingPlanReply(c.var, date),
      // Its seats of this date are listed; a new visitor has none.
      ...(c.var.session.saleId && { checkout: await readCheckout(c.var) }),
    }
  },
}

/**
 * Serves the page of each screen [CONT-03, CONT-04] with what it begins with: the replies of its first calls, and the screen that its
 * chart comes to with them. What fails of it is left out, and the page does it itself, as in front of any other back-end.
 */
export function drawnPageRoutes(
  config: Config,
  drawScreen: DrawScreen,
  folder = builtFolder,
): Hono<DrawnEnv> {
  const routes = new Hono<DrawnEnv>()
  const headOf = drawnParts(folder)
  for (const screen of Object.keys(pages) as Screen[]) {
    const parts = partsOf(builtPage(config, screen, folder))
    if (!parts) continue
    for (const path of pages[screen].paths)
      routes.get(path, async (c, next) => {
        // Their token has just been replaced: the page's own calls will have the new one.
        if (!c.var.session.token) return next()
        const replies = await tryTo(c, 'page without replies', () => readReplies(c, screen))
        if (!replies) return next()
        const draw = () => drawScreen(c.var.session.id, shopAddress(c), screen, replies)
        const drawn = await tryTo(c, 'page not drawn', draw)
        const page = join(parts, replies, drawn && { ...drawn, head: headOf(drawn.scripts) })
        return c.html(page, 200, personal)
      })
  }
  return routes
}

async function readReplies(c: Context<DrawnEnv>, screen: Screen): Promise<Replies> {
  const [user, own] = await Promise.all([readUser(c.var), readers[screen](c)])
  return { user, ...own, signedOut: readSignOutMark(c) }
}

/** A refusal, such as that of a date that is over, is no fault: the page's own call gets it, too. */
async function tryTo<T>(c: Context<DrawnEnv>, event: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof HttpError)) c.var.log({ event, ...describeError(error) })
    return null
  }
}

/** The page, cut at the places for its appearance, the title, the screen, and the replies. */
const partsOf = (page = '') =>
  /^([^]*?<html)([^]*<title>)([^<]*)(<\/title>[^]*)(<\/head>[^]*)<div id="app">([^]*)<\/div>(\s*(?:<p [^]*)?<\/body>[^]*)$/.exec(
    page,
  )

/**
 * Delays the first paint until the whole screen is parsed; otherwise the header is painted first, and the lines in a second paint. It
 * names what follows the screen: Chromium waits only for the start of what is named.
 */
const paintedWhole = '<link rel="expect" href="#replies" blocking="render">'

function join(parts: RegExpExecArray, replies: Replies, drawn: (Drawn & { head: string }) | null): string {
  const [, html, start, title, head, body, waiting = '', end] = parts
  const script = `<script id="replies" type="application/json">${inScript(replies)}</script>`
  if (!drawn) return [html, start, title, head, body, `<div id="app">${waiting}</div>`, script, end].join('')
  const [noScript] = /<noscript>[^]*?<\/noscript>/.exec(waiting) ?? []
  const theme = drawn.isDark ? ' data-theme="dark"' : ''
  const app = `<div id="app" data-scripts="${drawn.scripts.join(' ')}">${drawn.html}</div>`
  const presses = `<script>${earlyPresses}</script>`
  // The styles of what is shown until there is a screen.
  const headOfDrawn = head?.replace(/<style data-boot>[^]*?<\/style>\s*/, '')
  return [
    html,
    theme,
    start,
    drawn.title,
    headOfDrawn,
    paintedWhole,
    drawn.head,
    presses,
    body,
    noScript,
    app,
    script,
    end,
  ].join('')
}
