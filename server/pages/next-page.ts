import type { Context } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'
import { open, seal } from '#server/outbox/seal.ts'

/** What a page has to know of the form before it. */
type Carried = Record<string, string>

/**
 * Redirects from a form that was sent to the page that follows, so that Back and reloading do not send the form again. What was
 * typed is in the page's address, unreadable, and only the same session can open it there.
 */
export function goOn(
  c: Pick<Context<ShopEnv>, 'var' | 'redirect'>,
  path: string,
  carried: Carried,
): Response {
  return c.redirect(addressWith(c, path, carried), 303)
}

/** The address of a page that knows of a form, as `goOn` has it. */
export function addressWith(c: Pick<Context<ShopEnv>, 'var'>, path: string, carried: Carried): string {
  const { config, session } = c.var
  const form = seal(config.secrets.codePepper, purpose(path, session.id), JSON.stringify(carried))
  return `${path}?${new URLSearchParams({ form })}`
}

/** Reads what `goOn` or a link has given to this page; null if nothing has, or to another page or session. */
export function readCarried(c: Pick<Context<ShopEnv>, 'var' | 'req'>): Carried | null {
  const { config, session } = c.var
  try {
    const text = open(config.secrets.codePepper, purpose(c.req.path, session.id), c.req.query('form') ?? '')
    return JSON.parse(text) as Carried
  } catch {
    return null
  }
}

const purpose = (path: string, sessionId: string) => `page ${path} ${sessionId}`
