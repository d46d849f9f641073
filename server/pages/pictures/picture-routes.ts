import { readdirSync, readFileSync } from 'node:fs'

import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'
import { sendText } from '#server/http/send-text.ts'

const scenes = new URL('scenes/', import.meta.url)
const mails = new URL('mails/', import.meta.url)
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

/** For mails, whose programs show no SVG: drawn from the others by scripts/mail-pictures.ts. */
const photos = new Map(
  readdirSync(mails).map((file) => [file, readFileSync(new URL(file, mails)) as Buffer<ArrayBuffer>]),
)

const kept = { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }
const answers = new Map([...pictures].map(([file, text]) => [file, sendText(text, kept)]))

/** Serves the pictures of the demo's events, vouchers and charities at `/pictures/{slug}.svg`, those of events as `.jpg` too. */
export const pictureRoutes = new Hono<ShopEnv>()

pictureRoutes.get('/pictures/:file{[a-z0-9-]+\\.svg}', (c, next) => {
  const answer = answers.get(c.req.param('file'))
  return answer ? answer(c, next) : c.notFound()
})

pictureRoutes.get('/pictures/:file{[a-z0-9-]+\\.jpg}', (c) => {
  const photo = photos.get(c.req.param('file'))
  return photo ? c.body(photo, 200, { ...kept, 'Content-Type': 'image/jpeg' }) : c.notFound()
})
