import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'

const cookieName = 'tickets_kept'
const cookie = { path: '/', secure: true, httpOnly: true, sameSite: 'Lax' } as const

/** Notes in the browser that the wallet's service worker may keep tickets in it: no session tells later who used it. */
export function noteKeptTickets(c: Context): void {
  // As long as browsers allow.
  setCookie(c, cookieName, '1', { ...cookie, maxAge: 400 * 24 * 60 * 60 })
}

/** Clears the tickets that the wallet's service worker has kept for the last person in this browser, or is about to keep. */
export function clearKeptTickets(c: Context): void {
  // Clearing takes the browser a while, and the page's own storage goes too.
  if (!getCookie(c, cookieName)) return
  c.header('Clear-Site-Data', '"storage"')
  deleteCookie(c, cookieName, cookie)
}
