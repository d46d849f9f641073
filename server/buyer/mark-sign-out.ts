import { randomUUID } from 'node:crypto'

import type { Context } from 'hono'
import { setCookie } from 'hono/cookie'

/** Notes in the browser that somebody has signed out, for the checkout in its other tabs: it forgets what was typed there. */
export function markSignOut(c: Context): void {
  // Longer than a tab stays open. The page's scripts read it.
  setCookie(c, 'signed_out', randomUUID(), {
    path: '/',
    secure: true,
    sameSite: 'Lax',
    maxAge: 400 * 24 * 60 * 60,
  })
}
