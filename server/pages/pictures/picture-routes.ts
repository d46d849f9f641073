import { readdirSync, readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

const scenes = new URL('scenes/', import.meta.url)
const pictures = new Map(
  readdirSync(scenes).map((file) => [file, readFileSync(new URL(file, scenes), 'utf8')]),
)

/** Serves the pictures of the demo's events, vouchers and charities at `/pictures/{slug}.svg`. */
export const pictureRoutes = new Hono<ShopEnv>()

pictureRoutes.get('/pictures/:file{[a-z0-9-]+\\.svg}', (c) => {
  const picture = pictures.get(c.req.param('file'))
  if (picture === undefined) return c.notFound()
  return c.body(picture, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
})
