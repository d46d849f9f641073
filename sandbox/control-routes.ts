import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import * as z from 'zod/mini'

import { jsonText } from '#server/database/json-text.ts'
import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import { createDoorLink, doorPath } from '#server/door/door-links.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { isSameOrigin } from '#server/http/csrf.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { renderMail } from '#server/outbox/render-mail.ts'

import { arrange, arrangementSchema } from './arrange.ts'
import { readBooks } from './books.ts'
import { fillWaitingRoom, roomSchema } from './fill-waiting-room.ts'
import { UnreachableStep } from './scripted-buyer.ts'
import { visit } from './visitor.ts'

const clockSchema = z.strictObject({ seconds: z.int().check(z.minimum(-31_536_000), z.maximum(31_536_000)) })

const doorSchema = z.strictObject({ event_date_id: z.string().check(z.maxLength(100)) })

/** Sandbox controls for manual and automated tests; see docs/sandbox.md. */
export function controlRoutes(shop: Hono<ShopEnv>): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()

  routes.use(async (c, next) => {
    if (!isSameOrigin(c.req.raw, c.var.config.origin))
      throw new HttpError(403, 'This request did not come from this shop')
    await next()
  })
  routes.use(
    bodyLimit({
      maxSize: 10_000,
      onError: () => {
        throw new HttpError(413, 'The body is too large')
      },
    }),
  )

  routes.post('/arrange', async (c) => {
    const wanted = readJson(arrangementSchema, await c.req.text())
    const visitor = await visit(shop, new URL(c.req.url).origin)
    try {
      const arranged = await arrange(c.var, visitor, wanted)
      for (const cookie of visitor.setCookies.values()) c.header('Set-Cookie', cookie, { append: true })
      setCookie(c, 'sandbox_wallet', wanted.wallet === false ? 'off' : 'on', { sameSite: 'Lax' })
      return c.json(arranged)
    } catch (error) {
      if (error instanceof UnreachableStep) throw new HttpError(409, error.message)
      throw error
    }
  })

  routes.post('/clock', async (c) => {
    await moveShopTime(c.var.db, readJson(clockSchema, await c.req.text()).seconds)
    return c.json(await c.var.db.selectNoFrom(shopNow.as('now')).executeTakeFirstOrThrow())
  })

  routes.post('/waiting-room', async (c) => {
    const inRoom = await fillWaitingRoom(c.var.db, readJson(roomSchema, await c.req.text()))
    if (!inRoom) throw new HttpError(404, 'There is no such event')
    return c.json(inRoom)
  })

  routes.post('/door', async (c) => {
    const { event_date_id } = readJson(doorSchema, await c.req.text())
    const { db } = c.var
    const date = await db
      .selectFrom('event_dates')
      .select('id')
      .where('id', '=', event_date_id)
      .executeTakeFirst()
    if (!date) throw new HttpError(404, 'There is no such event date')
    const tickets = await db
      .selectFrom('tickets')
      .innerJoin('ticket_types', 'ticket_types.id', 'tickets.ticket_type_id')
      .select('tickets.code')
      .where('ticket_types.event_date_id', '=', date.id)
      .orderBy('tickets.created_at', 'desc')
      .limit(20)
      .execute()
    return c.json({
      link: c.var.config.origin + doorPath(await createDoorLink(db, date.id)),
      codes: tickets.map(({ code }) => code),
    })
  })

  routes.get('/books', async (c) => {
    const books = await readBooks(c.var.db, c.var.config, c.req.query('reference') ?? '')
    if (!books) throw new HttpError(404, 'There is no such sale')
    return c.json(books)
  })

  routes.get('/code', async (c) => {
    const email = (c.req.query('email') ?? '').toLowerCase()
    const mails = await c.var.db
      .selectFrom('outbox')
      .select(['key', 'payload'])
      .where('kind', '=', 'mail')
      .where('key', 'like', 'code:%')
      .where(jsonText('payload', 'to'), '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    const mail = mails[0] && (await renderMail(mails[0], c.var.config))
    const code = /\b[0-9]{6}\b/.exec(mail?.text ?? '')?.[0]
    if (!code) throw new HttpError(404, 'No code was sent to this email')
    return c.json({ code })
  })

  return routes
}

function readJson<T>(schema: z.ZodMiniType<T>, text: string): T {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new HttpError(400, 'Send JSON')
  }
  const read = schema.safeParse(body)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new HttpError(422, `${issue?.path.join('.') || 'The body'}: ${issue?.message}`)
}
