import { createHash, createHmac, randomBytes } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'

import { isReading } from './body.ts'
import type { ShopEnv } from './env.ts'

/** A visitor's session. The token is known to the browser and this request alone; the database keeps its hash. */
export interface Session {
  id: string
  token: string
  userId: string | null
  saleId: string | null
}

const cookieName = 'session'
const tokenForm = /^[A-Za-z0-9_-]{43}$/
const lifetime = 30 * 24 * 60 * 60
const renewedWithin = 29 * 24 * 60 * 60

/** Finds the visitor's session; a visitor without one gets one on the first page or reading call, never by a changing one. */
export const sessions = createMiddleware<ShopEnv>(async (c, next) => {
  const token = getCookie(c, cookieName, 'host')
  const known = token && tokenForm.test(token) ? await findSession(c.var.db, token) : null
  if (known) {
    c.set('session', known.session)
    if (known.isAgeing) await keepSession(c, known.session)
    else if (!getCookie(c, 'XSRF-TOKEN')) sendCookies(c, known.session.token)
  } else if (isReading(c.req.method)) {
    c.set('session', await createSession(c))
  }
  await next()
})

/** Gives the session a new token, at sign-in and sign-out: whoever knew the old one has nothing. */
export async function rotateSession(c: Context<ShopEnv>, userId: string | null): Promise<void> {
  const token = newToken()
  await c.var.db
    .updateTable('sessions')
    .set({ token_hash: hash(token), user_id: userId, expires_at: shopNowPlus(lifetime) })
    .where('id', '=', c.var.session.id)
    .execute()
  c.set('session', { ...c.var.session, token, userId })
  sendCookies(c, token)
}

/** The anti-forgery token of a session: bound to it by the shop's own key. */
export function forgeryToken(sessionKey: string, token: string): string {
  return createHmac('sha256', sessionKey).update(token).digest('base64url')
}

async function findSession(db: Database, token: string) {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'sale_id'])
    .select((eb) => eb('expires_at', '<', shopNowPlus(renewedWithin)).as('is_ageing'))
    .where('token_hash', '=', hash(token))
    .where('expires_at', '>', shopNow)
    .executeTakeFirst()
  if (!row) return null
  const session: Session = { id: row.id, token, userId: row.user_id, saleId: row.sale_id }
  return { session, isAgeing: Boolean(row.is_ageing) }
}

async function createSession(c: Context<ShopEnv>): Promise<Session> {
  const token = newToken()
  const { id } = await c.var.db
    .insertInto('sessions')
    .values({ token_hash: hash(token), expires_at: shopNowPlus(lifetime) })
    .returning('id')
    .executeTakeFirstOrThrow()
  sendCookies(c, token)
  return { id, token, userId: null, saleId: null }
}

async function keepSession(c: Context<ShopEnv>, session: Session): Promise<void> {
  await c.var.db
    .updateTable('sessions')
    .set({ expires_at: shopNowPlus(lifetime) })
    .where('id', '=', session.id)
    .execute()
  sendCookies(c, session.token)
}

function sendCookies(c: Context<ShopEnv>, token: string): void {
  const shared = { path: '/', secure: true, sameSite: 'Lax', maxAge: lifetime } as const
  setCookie(c, cookieName, token, { ...shared, httpOnly: true, prefix: 'host' })
  setCookie(c, 'XSRF-TOKEN', forgeryToken(c.var.config.secrets.sessionKey, token), shared)
}

const newToken = () => randomBytes(32).toString('base64url')

const hash = (token: string) => createHash('sha256').update(token).digest('base64url')
