import { randomUUID } from 'node:crypto'

import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import { shopNow, shopNowPlus } from '#server/database/shop-time.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countGuess, countTry, giveBack, type Limit } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { queueSecretMail } from '#server/outbox/queue.ts'

import { knowsMailbox, rememberMailbox } from './known-mailboxes.ts'
import { hashCode, isCodeOf, newCode } from './code-hash.ts'

/** Validity of a code, and of the proof of its email once it was entered. */
const validForSeconds = 15 * 60
const provenForSeconds = 24 * 60 * 60
const triesPerCode = 5

const hour = 3600
const day = 24 * hour

export interface CodeContext {
  db: Database
  config: Config
  session: Session
  clientAddress: string
}

/**
 * Sends a code to a lower-case email and invalidates the session's earlier codes [CALL-12]. Known and unknown addresses
 * are treated alike. Null takes the same steps with a code that nobody gets. Throws `HttpError` 429 over a limit; which ones
 * keep a stranger from using up the owner's mails is in docs/decisions/0031-limits-count-the-asker-first.md.
 */
export async function sendCode(context: CodeContext, email: string | null): Promise<void> {
  const { db, config, session, clientAddress } = context
  const { codePepper } = config.secrets
  const mailbox = email ?? session.id
  // Some of a mailbox's mails are kept for its owner.
  const strangers: Limit[] = [
    { what: 'code sent by client to', who: `${clientAddress} ${mailbox}`, max: 3, withinSeconds: hour },
    { what: 'code sent by strangers to', who: mailbox, max: 4, withinSeconds: hour },
  ]
  const limits: Limit[] = [
    { what: 'code sent by session', who: session.id, max: 20, withinSeconds: hour },
    { what: 'code sent by client', who: clientAddress, max: 600, withinSeconds: hour },
    ...((await knowsMailbox(context, mailbox)) ? [] : strangers),
    { what: 'code sent to', who: mailbox, max: 5, withinSeconds: hour },
  ]
  if (!(await countTry(db, codePepper, limits)))
    throw new HttpError(429, 'Too many codes were requested. Please use the last one, or try again later')
  const code = email === null ? randomUUID() : newCode()
  const code_hash = hashCode(codePepper, code)
  await inTransaction(db, async (trx) => {
    // Locks the session, so that simultaneous requests leave one open code.
    await defer(trx, trx.selectFrom('sessions').select('id').where('id', '=', session.id).forUpdate())
    await defer(
      trx,
      trx.deleteFrom('one_time_codes').where('session_id', '=', session.id).where('used_at', 'is', null),
    )
    const id = randomUUID()
    await defer(
      trx,
      trx.insertInto('one_time_codes').values({
        id,
        session_id: session.id,
        email: email ?? '',
        code_hash,
        expires_at: shopNowPlus(validForSeconds),
      }),
    )
    if (email === null) return
    await queueSecretMail(trx, config, {
      key: `code:${id}`,
      to: email,
      subject: 'Your one-time code',
      heading: 'Your code',
      secretSubject: `${code} is your Foyer code`,
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
 * [CALL-13, ACCT-14, ACCT-18]. The email then counts as proven. After too many wrong codes for an email, whoever typed them,
 * each code has one try left, so that its owner is never locked out. Throws `HttpError` 429 after too many wrong codes.
 */
export async function checkCode(context: CodeContext, email: string, code: string): Promise<boolean> {
  const { config, clientAddress } = context
  const { codePepper } = config.secrets
  const client = { what: 'wrong code by client', who: clientAddress, max: 300, withinSeconds: hour }
  const isRight = await inTransaction(context.db, async (trx) => {
    const look = () => checkOpen({ ...context, db: trx }, email, code)
    const answer = await countGuess(trx, codePepper, [client], look)
    if (answer === true) await rememberMailbox({ ...context, db: trx }, email)
    return answer
  })
  // After the commit, which keeps what was counted.
  if (isRight === 'over')
    throw new HttpError(429, 'Too many wrong codes were entered. Please try again later', {
      type: 'one_time_code',
    })
  return isRight
}

/** Checks a code in a transaction; its row stays locked, so that the code is used once. */
async function checkOpen(
  { db, config, session }: CodeContext,
  email: string,
  code: string,
): Promise<boolean | 'over'> {
  const { codePepper } = config.secrets
  // Counts the try before comparing, so that simultaneous tries cannot exceed the limit.
  const open = await db
    .updateTable('one_time_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('session_id', '=', session.id)
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', shopNow)
    .where('tries', '<', triesPerCode)
    .returning(['id', 'code_hash', 'tries'])
    .executeTakeFirst()
  // A guess without an open code does not count against the email.
  const mailbox = { what: 'wrong code for', who: email, max: 100, withinSeconds: day }
  if (open && !(await countTry(db, codePepper, [mailbox])) && open.tries > 1) return 'over'
  if (!isCodeOf(codePepper, code, open?.code_hash) || !open) return false
  await defer(db, db.updateTable('one_time_codes').set({ used_at: shopNow }).where('id', '=', open.id))
  await giveBack(db, codePepper, mailbox)
  return true
}

/** Returns whether this session has proven an email by a one-time code. */
export async function isProven(db: Database, session: Session, email: string): Promise<boolean> {
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
export async function readProvenEmails(db: Database, session: Pick<Session, 'id'>): Promise<string[]> {
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
export async function deleteCodes(db: Database, session: Session): Promise<void> {
  await db.deleteFrom('one_time_codes').where('session_id', '=', session.id).execute()
}
