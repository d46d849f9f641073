import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'

import type { ShopEnv } from '#server/http/env.ts'

const schema = z.object({
  /** The page with the form. */
  path: z.string(),
  /** Why nothing was added, as a message for the buyer. */
  message: z.string(),
  /** Chosen quantities by ticket type. */
  chosen: z.record(z.string(), z.number()),
  /** The gift voucher, with value and quantity as typed. */
  voucher: z.object({ id: z.string(), value: z.string(), qty: z.string() }).optional(),
})

/** A choice that could not be added to the basket. */
export type RejectedChoice = z.infer<typeof schema>

const name = 'rejected'
const options = { path: '/', secure: true, prefix: 'host' } as const
// Browsers reject cookies of more than 4096 bytes.
const longestCookie = 3500

/**
 * Redirects the buyer back to the form, which then shows the choice and the message.
 * @param address that of the page, if it has a query
 */
export function redirectWithChoice(c: Context, choice: RejectedChoice, address = choice.path): Response {
  const text = JSON.stringify(choice)
  const value =
    encodeURIComponent(text).length > longestCookie ? JSON.stringify({ ...choice, chosen: {} }) : text
  setCookie(c, name, value, { ...options, httpOnly: true, sameSite: 'Lax', maxAge: 60 })
  return c.redirect(address, 303)
}

/** Reads and clears the rejected choice of this page; null if there is none. */
export function takeRejectedChoice(c: Context<ShopEnv>): RejectedChoice | null {
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
