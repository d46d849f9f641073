import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { setCookie } from 'hono/cookie'
import { sql } from 'kysely'
import * as z from 'zod/mini'

import { moveShopTime, shopNow } from '#server/database/shop-time.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { isSameOrigin } from '#server/http/forgery.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { renderMail } from '#server/outbox/render-mail.ts'

import { arrange, arrangementSchema } from './arrange.ts'
import { UnreachableStep } from './scripted-buyer.ts'
import { visit } from './visitor.ts'

const clockSchema = z.strictObject({ seconds: z.int().check(z.minimum(-31_536_000), z.maximum(31_536_000)) })

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
      const arranged = await arrange(c.var.db, visitor, wanted)
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

  routes.get('/code', async (c) => {
    const email = (c.req.query('email') ?? '').toLowerCase()
    const mails = await c.var.db
      .selectFrom('outbox')
      .select(['key', 'payload'])
      .where('kind', '=', 'mail')
      .where('key', 'like', 'code:%')
      .where(sql<string>`payload->>'to'`, '=', email)
      .orderBy('created_at', 'desc')
      .limit(1)
      .execute()
    const mail = mails[0] && (await renderMail(mails[0], c.var.config.origin))
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
