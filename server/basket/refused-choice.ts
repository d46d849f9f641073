import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'

import type { ShopEnv } from '#server/http/env.ts'

const schema = z.object({
  /** The page that the form stands on. */
  path: z.string(),
  /** Why nothing was put in the basket, for the buyer. */
  message: z.string(),
  /** How many were chosen, by ticket type. */
  chosen: z.record(z.string(), z.number()),
})

/** What a buyer chose on a page and could not have. */
export type RefusedChoice = z.infer<typeof schema>

const name = 'refused'
const options = { path: '/', secure: true, prefix: 'host' } as const
// A browser drops a cookie of more than 4096 bytes.
const longestCookie = 3500

/** Sends the buyer back to the page they chose on, which shows the choice with the message. */
export function redirectRefused(c: Context<ShopEnv>, choice: RefusedChoice): Response {
  const text = JSON.stringify(choice)
  const value =
    encodeURIComponent(text).length > longestCookie ? JSON.stringify({ ...choice, chosen: {} }) : text
  setCookie(c, name, value, { ...options, httpOnly: true, sameSite: 'Lax', maxAge: 60 })
  return c.redirect(choice.path, 303)
}

/** Takes the choice that was refused on this page, to show it once; null when there is none. */
export function takeRefused(c: Context<ShopEnv>): RefusedChoice | null {
  const { success, data } = schema.safeParse(parse(getCookie(c, name, 'host') ?? ''))
  if (!success || data.path !== c.req.path) return null
  deleteCookie(c, name, options)
  return data
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
