import { randomUUID } from 'node:crypto'

import type { Config } from '#server/config.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry, isUsedUp, type Limit } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { queueMail } from '#server/outbox/queue.ts'

import { hashCode, isCodeOf, newCode } from './code-hash.ts'

/** Validity of a code, and of the proof of its email once it was entered [ACCT-18]. */
const validForSeconds = 15 * 60
const provenForSeconds = 24 * 60 * 60
const triesPerCode = 5

interface CodeContext {
  db: Database
  config: Config
  session: Session
  clientAddress: string
}

/**
 * Sends a code to a lower-case email and invalidates the session's earlier codes [CALL-12]. Known and unknown addresses
 * are treated alike. Null takes the same steps with a code that nobody gets. Throws `HttpError` 429 over the rate limit.
 */
export async function sendCode(
  { db, config, session, clientAddress }: CodeContext,
  email: string | null,
): Promise<void> {
  const { codePepper } = config.secrets
  // The email's limit comes last, so that a caller over their own limit does not use it up.
  const limits: Limit[] = [
    { what: 'code sent by session', who: session.id, most: 20, withinSeconds: 3600 },
    { what: 'code sent by client', who: clientAddress, most: 600, withinSeconds: 3600 },
    { what: 'code sent to', who: email ?? session.id, most: 5, withinSeconds: 3600 },
  ]
  for (const limit of limits)
    if (!(await countTry(db, codePepper, limit)))
      throw new HttpError(429, 'Too many codes were requested. Please use the last one, or try again later')
  const code = email === null ? randomUUID() : newCode()
  const code_hash = await hashCode(codePepper, code)
  await inTransaction(db, async (trx) => {
    // Locks the session, so that simultaneous requests leave one open code.
    await trx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute()
    await trx
      .deleteFrom('one_time_codes')
      .where('session_id', '=', session.id)
      .where('used_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('one_time_codes')
      .values({
        session_id: session.id,
        email: email ?? '',
        code_hash,
        expires_at: shopNowPlus(validForSeconds),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (email === null) return
    await queueMail(trx, {
      key: `code:${id}`,
      to: email,
      subject: 'Your one-time code',
      content: [
        { label: 'Your one-time code is', code },
        'Enter it on the page where you requested it. It is valid for 15 minutes and works once.',
        { note: 'If you did not request it, you can ignore this email: nobody can use the code without it.' },
      ],
    })
  })
}

/**
 * Checks a code: valid once, for this session and email, before it expires and within five tries
 * [CALL-13, ACCT-14, ACCT-18]. The email then counts as proven. Throws `HttpError` 429 after too many wrong codes.
 */
export async function checkCode(
  { db, config, session, clientAddress }: CodeContext,
  email: string,
  code: string,
): Promise<boolean> {
  const { codePepper } = config.secrets
  const limits: Limit[] = [
    { what: 'wrong code for', who: email, most: 100, withinSeconds: 24 * 3600 },
    { what: 'wrong code by client', who: clientAddress, most: 300, withinSeconds: 3600 },
  ]
  for (const limit of limits)
    if (await isUsedUp(db, codePepper, limit))
      throw new HttpError(429, 'Too many wrong codes were entered. Please try again later', {
        type: 'one_time_code',
      })
  // Counts the try before comparing, so that simultaneous tries cannot exceed the limit.
  const open = await db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_id', '=', session.id)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', shopNow)
    .where('tries', '<', triesPerCode)
    .returning(['id', 'code_hash'])
    .executeTakeFirst()
  const isRight = await isCodeOf(codePepper, code, open?.code_hash)
  if (isRight && open && (await useCode(db, open.id))) return true
  // Only guesses at an open code count against the email, so that nobody can lock its owner out.
  for (const limit of open ? limits : limits.slice(1)) await countTry(db, codePepper, limit)
  return false
}

/** Returns whether this session has proven an email by a one-time code. */
export async function isProven(db: Reader, session: Session, email: string): Promise<boolean> {
  const used = await db
    .selectFrom('one_time_codes')
    .select('id')
    .where('session_id', '=', session.id)
    .where('email', '=', email)
    .where('used_at', '>', shopNowPlus(-provenForSeconds))
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

/** Reads the emails that this session has proven by one-time codes. */
export async function readProvenEmails(db: Reader, session: Pick<Session, 'id'>): Promise<string[]> {
  const used = await db
    .selectFrom('one_time_codes')
    .select('email')
    .distinct()
    .where('session_id', '=', session.id)
    .where('used_at', '>', shopNowPlus(-provenForSeconds))
    .execute()
  return used.map(({ email }) => email)
}

/** Deletes the session's codes, and with them its proven emails, at sign-out. */
export async function deleteCodes(db: Reader, session: Session): Promise<void> {
  await db.deleteFrom('one_time_codes').where('session_id', '=', session.id).execute()
}

async function useCode(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('one_time_codes')
    .set({ used_at: shopNow })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
