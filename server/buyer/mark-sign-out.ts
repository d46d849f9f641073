import { randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const name = 'signed_out'

/** Notes in the browser that somebody has signed out, for the checkout in its other tabs: it forgets what was typed there. */
export function markSignOut(c: Context): void {
  // Longer than a tab stays open. The page's scripts read it.
  setCookie(c, name, randomUUID(), {
    path: '/',
    secure: true,
    sameSite: 'Lax',
    maxAge: 400 * 24 * 60 * 60,
  })
}

/** The last such note that the browser has sent, by which a page finds out whether there has been another since. */
export const readSignOutMark = (c: Context): string | undefined => getCookie(c, name)
