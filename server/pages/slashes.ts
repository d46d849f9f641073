import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

/** Sends these addresses, typed without their last slash, on to the ones with it. */
export function slashes(paths: string[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  for (const path of paths)
    routes.get(path, (c) => {
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(`${pathname}/${search}`, 301)
    })
  return routes
}
