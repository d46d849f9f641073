import type { Config } from '#server/config.ts'
import type { Database, Reader } from '#server/database/connect.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { Refusal } from '#server/http/http-errors.ts'
import { countTry, isUsedUp, type Limit } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { queueMail } from '#server/outbox/queue.ts'

import { hashCode, isCodeOf, newCode } from './code-hash.ts'

/** How long a code may be used, and how long its email then counts as the visitor's own, in seconds [ACCT-18]. */
const validForSeconds = 15 * 60
const provenForSeconds = 24 * 60 * 60
const triesPerCode = 5

interface Asking {
  db: Database
  config: Config
  session: Session
  clientAddress: string
}

/**
 * Sends a code to an email in lower case and makes it the session's only open one [CALL-12]. Known and unknown
 * addresses are treated alike. Throws `Refusal` 429 when too many were asked for.
 */
export async function sendCode({ db, config, session, clientAddress }: Asking, email: string): Promise<void> {
  const { codePepper } = config.secrets
  // The mailbox comes last: whoever is over a limit of their own uses up nothing of its owner's.
  const limits: Limit[] = [
    { what: 'code sent by session', who: session.id, most: 20, withinSeconds: 3600 },
    { what: 'code sent by client', who: clientAddress, most: 600, withinSeconds: 3600 },
    { what: 'code sent to', who: email, most: 5, withinSeconds: 3600 },
  ]
  for (const limit of limits)
    if (!(await countTry(db, codePepper, limit)))
      throw new Refusal(429, 'Too many codes were asked for. Please use the last one, or try again later')
  const code = newCode()
  const code_hash = await hashCode(codePepper, code)
  await inTransaction(db, async (trx) => {
    // Two requests at once must not leave two open codes: the session is the queue.
    await trx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate().execute()
    await trx
      .deleteFrom('one_time_codes')
      .where('session_id', '=', session.id)
      .where('used_at', 'is', null)
      .execute()
    const { id } = await trx
      .insertInto('one_time_codes')
      .values({ session_id: session.id, email, code_hash, expires_at: shopNowPlus(validForSeconds) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await queueMail(trx, {
      key: `code:${id}`,
      to: email,
      subject: 'Your one-time code',
      text: [
        `Your one-time code is ${code}`,
        'Type it where you asked for it. It is valid for 15 minutes and works once.',
        'If you did not ask for it, do nothing: nobody can use it without this email.',
      ].join('\n\n'),
    })
  })
}

/**
 * Whether this is the code that this session had sent to this email: the newest, in time, within five tries, once
 * [CALL-13, ACCT-14, ACCT-18]. After it the email counts as proven. Throws `Refusal` 429 after too many wrong codes.
 */
export async function checkCode(
  { db, config, session, clientAddress }: Asking,
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
      throw new Refusal(429, 'Too many wrong codes were typed. Please try again later', {
        type: 'one_time_code',
      })
  // Counted before it is compared, so that many tries at once are still no more than five.
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
  // Only real guesses count against the email, so that typing nonsense cannot lock its owner out.
  for (const limit of open ? limits : limits.slice(1)) await countTry(db, codePepper, limit)
  return false
}

/** Whether this session has proven by a code that an email is its visitor's own. */
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

/** Forgets what the session has proven, when its visitor signs out. */
export async function forgetCodes(db: Reader, session: Session): Promise<void> {
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
