import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

/** Redirects these addresses without a trailing slash to those with one. */
export function slashes(paths: string[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()
  for (const path of paths)
    routes.get(path, (c) => {
      const { pathname, search } = new URL(c.req.url)
      return c.redirect(`${pathname}/${search}`, 301)
    })
  return routes
}
