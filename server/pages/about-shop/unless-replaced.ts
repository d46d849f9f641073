import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'

import { webAddress } from '#src/lib/web-address.ts'

/** Sends visitors on to the page that the owner has set in place of the shop's own, by its name at the foot of pages. */
export const unlessReplaced = (name: 'Privacy' | 'Help' | 'Accessibility') =>
  createMiddleware<ShopEnv>(async (c, next) => {
    const { page, origin } = c.var.config
    const address = webAddress(page.footerLinks?.[name] ?? '', origin)
    return address && !isSame(address, c.req.path, origin) ? c.redirect(address, 302) : next()
  })

/** Whether an address is a path of the shop, with or without a slash at its end. */
function isSame(address: string, path: string, origin: string): boolean {
  const url = new URL(address, origin)
  return url.origin === origin && url.pathname.replace(/\/?$/, '/') === path
}
