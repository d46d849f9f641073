import { createHmac } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'

import { isReading } from './body.ts'
import type { ShopEnv } from './env.ts'
import { HttpError } from './http-errors.ts'
import { hashToken, newToken } from './tokens.ts'

/** A visitor's session. The database stores only a hash of the token. */
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
const rotatedFor = 10 * 60

/** A visitor without a session; no row has this id. */
const nobody: Session = {
  id: '00000000-0000-0000-0000-000000000000',
  token: '',
  userId: null,
  saleId: null,
}

/**
 * Finds the visitor's session, or creates one on a page or reading call (never on a changing call). A request that was
 * sent before its token was rotated gets no session and no cookie: a cookie in its late reply would overwrite the new
 * one and lose the basket. Throws `HttpError` 503 if such a request is a reading call.
 */
export const sessions = createMiddleware<ShopEnv>(async (c, next) => {
  const token = readToken(c)
  const known = token && (await findSession(c.var.db, token))
  if (known) {
    c.set('session', known.session)
    if (known.isAgeing && !isCall(c)) await keepSession(c, known.session)
    else if (
      getCookie(c, 'XSRF-TOKEN') !== forgeryToken(c.var.config.secrets.sessionKey, known.session.token)
    )
      sendForgeryToken(c, known.session.token)
  } else if (isReading(c.req.method)) {
    if (token && (await isRotated(c.var.db, token))) {
      // An empty checkout would take the page out of its basket. When it retries, it has the new cookie.
      if (isCall(c)) throw new HttpError(503, 'Your session has changed. Please try again')
      c.set('session', nobody)
    } else c.set('session', await createSession(c))
  }
  await next()
})

/**
 * Replaces the session's token at sign-in and sign-out, so that the old one is worthless. Throws `HttpError` 409 when
 * another request has just done so.
 */
export async function rotateSession(c: Context<ShopEnv>, userId: string | null): Promise<void> {
  const { session } = c.var
  const token = newToken()
  await inTransaction(c.var.db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('sessions')
      .set({ token_hash: hashToken(token), user_id: userId, expires_at: shopNowPlus(lifetime) })
      .where('id', '=', session.id)
      .where('token_hash', '=', hashToken(session.token))
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      throw new HttpError(409, 'Your session has changed. Please refresh the page and try again')
    await trx
      .insertInto('rotated_tokens')
      .values({ token_hash: hashToken(session.token), forget_at: shopNowPlus(rotatedFor) })
      .execute()
  })
  c.set('session', { ...session, token, userId })
  sendCookies(c, token)
}

/** Derives the anti-forgery token of a session with the shop's key. */
export function forgeryToken(sessionKey: string, token: string): string {
  return createHmac('sha256', sessionKey).update(token).digest('base64url')
}

async function findSession(db: Database, token: string) {
  const row = await db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'sale_id'])
    .select((eb) => eb('expires_at', '<', shopNowPlus(renewedWithin)).as('is_ageing'))
    .where('token_hash', '=', hashToken(token))
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
    .values({ token_hash: hashToken(token), expires_at: shopNowPlus(lifetime) })
    .returning('id')
    .executeTakeFirstOrThrow()
  sendCookies(c, token)
  return { id, token, userId: null, saleId: null }
}

async function keepSession(c: Context<ShopEnv>, session: Session): Promise<void> {
  const { numUpdatedRows } = await c.var.db
    .updateTable('sessions')
    .set({ expires_at: shopNowPlus(lifetime) })
    .where('id', '=', session.id)
    .where('token_hash', '=', hashToken(session.token))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) sendCookies(c, session.token)
}

async function isRotated(db: Database, token: string): Promise<boolean> {
  const rotated = await db
    .selectFrom('rotated_tokens')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('forget_at', '>', shopNow)
    .executeTakeFirst()
  return rotated !== undefined
}

function readToken(c: Context<ShopEnv>): string | null {
  const token = getCookie(c, cookieName, 'host')
  return token && tokenForm.test(token) ? token : null
}

function sendCookies(c: Context<ShopEnv>, token: string): void {
  setCookie(c, cookieName, token, { ...cookie, httpOnly: true, prefix: 'host' })
  sendForgeryToken(c, token)
}

function sendForgeryToken(c: Context<ShopEnv>, token: string): void {
  setCookie(c, 'XSRF-TOKEN', forgeryToken(c.var.config.secrets.sessionKey, token), cookie)
}

const cookie = { path: '/', secure: true, sameSite: 'Lax', maxAge: lifetime } as const

const isCall = (c: Context<ShopEnv>) => c.req.path.startsWith('/ajax/')
