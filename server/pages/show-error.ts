import { Hono, type Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

import type { ShownError } from '#server/http/answer-errors.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { Session } from '#server/http/session.ts'

import { errorPage } from './error-page.ts'
import { goOn, readCarried } from './next-page.ts'

const path = '/not-done/'

const isSignedIn = (session: Session | undefined) => Boolean(session?.userId)

/**
 * Shows an error to a browser: after a form at an address of its own, so that Back and reloading do not send the form again. A failure of the
 * shop, which may be over when the form is sent again, and a form without a session are answered in place.
 */
export function showError(
  c: Context<ShopEnv>,
  { title, text: said, status }: ShownError,
): Response | Promise<Response> {
  const session = c.get('session') as Session | undefined
  const back = c.req.method === 'POST' ? formPageOf(c) : ''
  // The page of the error is not the one to refresh.
  const text = back ? said.replace('refresh the page', 'go back') : said
  if (c.req.method !== 'POST' || status >= 500 || !session)
    return c.html(errorPage(c.var.config, { title, text, back, isSignedIn: isSignedIn(session) }), status)
  c.header('Retry-After', undefined)
  return goOn(c, path, { title, text, back, status: String(status) })
}

/** The address of the shop's page from which a form was sent; '' if it is not known. */
function formPageOf(c: Context<ShopEnv>): string {
  const page = URL.parse(c.req.header('Referer') ?? '')
  const isOurs = page?.origin === new URL(c.var.config.origin).origin
  return isOurs && page.pathname !== path ? page.href : ''
}

/** The page that says why a form was refused. */
export const refusedFormPage = new Hono<ShopEnv>().get(path, (c) => {
  const { title, text, status, back = '' } = readCarried(c) ?? {}
  if (!title || !text) return c.redirect('/all-events/', 303)
  const page = errorPage(c.var.config, { title, text, back, isSignedIn: isSignedIn(c.var.session) })
  return c.html(page, Number(status) as ContentfulStatusCode)
})
