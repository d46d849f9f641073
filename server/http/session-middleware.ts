import { createHmac } from 'node:crypto'

import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'

import { isReading } from './body.ts'
import type { ShopEnv } from './env.ts'
import { HttpError } from './http-errors.ts'
import { issuedForm, issueToken, randomPart, readIssued } from './issued-tokens.ts'
import type { FoundSession, Session } from './session.ts'
import { countTry } from './rate-limits.ts'
import { hashToken, newToken } from './tokens.ts'

const cookieName = 'session'
const savedForm = /^[A-Za-z0-9_-]{43}$/
const lifetime = 30 * 24 * 60 * 60
const rotatedFor = 10 * 60
// Less than `lifetime`: a session ends after its first token, so that the id keeps the token from coming back.
const unsavedFor = 7 * 24 * 60 * 60
// A page that is opened later gets another token, so that its forms can be sent for a day.
const unsavedShownFor = unsavedFor - 24 * 60 * 60

/** A visitor without a session; no row has this id. */
const nobody: Session = {
  id: '00000000-0000-0000-0000-000000000000',
  token: '',
  userId: null,
  saleId: null,
  unsavedSince: null,
}

/** Tells a visitor whose token is not accepted what to do. */
export const notRecognised = 'Your session was not recognised. Please refresh the page and try again'

const tooMany = 'Many people from your network have begun to buy. Please try again in a few minutes'

/** How long a session that is renewed lasts at least, in seconds. */
export const renewedWithin = 29 * 24 * 60 * 60

/**
 * Finds the visitor's session by `find`. On a page or reading call (never on a changing call) a visitor without one gets a
 * token, and no row ([decision 38](docs/decisions/0038-a-visitor-who-only-looks-is-not-stored.md)). A request that was
 * sent before its token was rotated gets no session and no cookie: a cookie in its late reply would overwrite the new
 * one and lose the basket. Throws `HttpError` 503 if such a request is a reading call.
 */
export const sessions = (find: (c: Context<ShopEnv>, tokenHash: string) => Promise<FoundSession | null>) =>
  createMiddleware<ShopEnv>(async (c, next) => {
    const token = readToken(c)
    const known = token && (await find(c, hashToken(token)))
    if (known) {
      const session = savedSession(known, token)
      c.set('session', session)
      if (known.is_ageing && !isCall(c)) await keepSession(c, session)
      else refreshCsrfToken(c, token)
    } else if (isReading(c.req.method)) c.set('session', await readUnsaved(c, token))
    else {
      const session = token && unsavedSession(c, token)
      if (session) c.set('session', session)
    }
    await next()
  })

/** Saves the session before the first changing request; comes after the CSRF check. Throws `HttpError` 403. */
export const savedSessions = createMiddleware<ShopEnv>(async (c, next) => {
  if (!isReading(c.req.method)) await saveSession(c)
  await next()
})

/**
 * Saves the visitor's session if it is not in the database yet. Throws `HttpError` 403 if its token has ended meanwhile, 429 if
 * too many new visitors have come from their address.
 */
export async function saveSession(c: Context<ShopEnv>): Promise<void> {
  const { db, session, config, clientAddress } = c.var
  if (!session.unsavedSince) return
  const limit = {
    what: 'new visitor',
    who: clientAddress,
    max: config.newVisitorsOfAddress,
    withinSeconds: 600,
  }
  if (!(await countTry(db, config.secrets.codePepper, [limit]))) throw new HttpError(429, tooMany, {}, 60)
  const saved = await insertSession(db, session, session.unsavedSince)
  if (!saved) throw new HttpError(403, notRecognised)
  c.set('session', savedSession(saved, session.token))
}

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

/** Derives the CSRF token of a session with the shop's key; a token that is issued anew has the same. */
export function csrfToken(sessionKey: string, token: string): string {
  return createHmac('sha256', sessionKey).update(randomPart(token)).digest('base64url')
}

/**
 * Inserts the row of an issued token, unless the token is too old. The id follows from the token and stays when the token is
 * rotated, so a conflict keeps a rotated token from getting a second row for as long as the session lasts; and by the time
 * it ends, the token is too old. Returns null if the token has no row.
 */
export async function insertSession(
  db: Database,
  { id, token }: Pick<Session, 'id' | 'token'>,
  issuedAt: Date,
): Promise<Omit<FoundSession, 'is_ageing'> | null> {
  const token_hash = hashToken(token)
  const inserted = await db
    .insertInto('sessions')
    .columns(['id', 'token_hash', 'expires_at'])
    .expression(
      db
        .selectNoFrom(({ cast, val }) => [
          cast<string>(val(id), 'uuid').as('id'),
          cast<string>(val(token_hash), 'text').as('token_hash'),
          shopNowPlus(lifetime).as('expires_at'),
        ])
        .where(isYoung(issuedAt, unsavedFor)),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'user_id', 'sale_id'])
    .executeTakeFirst()
  // Another statement, which sees the row of a simultaneous request.
  return inserted ?? (await findByToken(db, token_hash)) ?? null
}

/** The session of a reading request whose token is not in the database, or that has none. */
async function readUnsaved(c: Context<ShopEnv>, token: string | null): Promise<Session> {
  const { db, config } = c.var
  const session = token ? unsavedSession(c, token) : null
  const { now, is_rotated, is_young, is_taken } = await db
    .selectNoFrom((eb) => [
      shopNow.as('now'),
      eb
        .exists(
          eb
            .selectFrom('rotated_tokens')
            .select('token_hash')
            .where('token_hash', '=', token && hashToken(token))
            .where('forget_at', '>', shopNow),
        )
        .as('is_rotated'),
      (session?.unsavedSince
        ? isYoung(session.unsavedSince, isCall(c) ? unsavedFor : unsavedShownFor)
        : sql<boolean>`false`
      ).as('is_young'),
      eb
        .exists(
          eb
            .selectFrom('sessions')
            .select('id')
            .where('id', '=', session ? session.id : null),
        )
        .as('is_taken'),
    ])
    .executeTakeFirstOrThrow()
  if (is_rotated) {
    // An empty checkout would take the page out of its basket. When it retries, it has the new cookie.
    if (isCall(c)) throw new HttpError(503, 'Your session has changed. Please try again')
    return nobody
  }
  // A simultaneous request may have saved it meanwhile.
  const saved = session && is_taken ? await findByToken(db, hashToken(session.token)) : undefined
  if (session && (saved || (is_young && !is_taken))) {
    refreshCsrfToken(c, session.token)
    return saved ? savedSession(saved, session.token) : session
  }
  const fresh = issueToken(config.secrets.sessionKey, now, is_taken ? undefined : session?.token)
  sendCookies(c, fresh)
  return unsavedSession(c, fresh) ?? nobody
}

function unsavedSession(c: Context<ShopEnv>, token: string): Session | null {
  const issued = readIssued(c.var.config.secrets.sessionKey, token)
  return issued && { id: issued.id, token, userId: null, saleId: null, unsavedSince: issued.issuedAt }
}

function savedSession({ id, user_id, sale_id }: Omit<FoundSession, 'is_ageing'>, token: string): Session {
  return { id, token, userId: user_id, saleId: sale_id, unsavedSince: null }
}

const isYoung = (issuedAt: Date, seconds: number) =>
  sql<boolean>`${issuedAt}::timestamptz > ${shopNowPlus(-seconds)}`

const findByToken = (db: Database, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .select(['id', 'user_id', 'sale_id'])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', shopNow)
    .executeTakeFirst()

async function keepSession(c: Context<ShopEnv>, session: Session): Promise<void> {
  const { numUpdatedRows } = await c.var.db
    .updateTable('sessions')
    .set({ expires_at: shopNowPlus(lifetime) })
    .where('id', '=', session.id)
    .where('token_hash', '=', hashToken(session.token))
    .executeTakeFirst()
  if (numUpdatedRows === 1n) sendCookies(c, session.token)
}

function readToken(c: Context<ShopEnv>): string | null {
  const token = getCookie(c, cookieName, 'host')
  return token && (savedForm.test(token) || issuedForm.test(token)) ? token : null
}

function sendCookies(c: Context<ShopEnv>, token: string): void {
  setCookie(c, cookieName, token, { ...cookie, httpOnly: true, prefix: 'host' })
  sendCsrfToken(c, token)
}

function refreshCsrfToken(c: Context<ShopEnv>, token: string): void {
  if (getCookie(c, 'XSRF-TOKEN') !== csrfToken(c.var.config.secrets.sessionKey, token))
    sendCsrfToken(c, token)
}

function sendCsrfToken(c: Context<ShopEnv>, token: string): void {
  setCookie(c, 'XSRF-TOKEN', csrfToken(c.var.config.secrets.sessionKey, token), cookie)
}

const cookie = { path: '/', secure: true, sameSite: 'Lax', maxAge: lifetime } as const

const isCall = (c: Context<ShopEnv>) => c.req.path.startsWith('/ajax/')
