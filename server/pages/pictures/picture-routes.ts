import { readdirSync, readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

const scenes = new URL('scenes/', import.meta.url)
const pictures = new Map(
  readdirSync(scenes).map((file) => [file, readFileSync(new URL(file, scenes), 'utf8')]),
)

/** The same as addresses (`data:`), with nothing that HTML or an address would have to escape. */
const addresses = new Map(
  [...pictures].map(([file, text]) => [`/pictures/${file}`, `data:image/svg+xml,${escape(text)}`]),
)

function escape(svg: string): string {
  return svg.replaceAll('"', "'").replaceAll(/[%#<>&]/g, encodeURIComponent)
}

/** The picture at `address` as a text that a page can carry; undefined if the shop has not drawn it. */
export function drawnPicture(address: string): string | undefined {
  return addresses.get(address)
}

/** Serves the pictures of the demo's events, vouchers and charities at `/pictures/{slug}.svg`. */
export const pictureRoutes = new Hono<ShopEnv>()

pictureRoutes.get('/pictures/:file{[a-z0-9-]+\\.svg}', (c) => {
  const picture = pictures.get(c.req.param('file'))
  if (picture === undefined) return c.notFound()
  return c.body(picture, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
})
