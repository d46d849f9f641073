import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { countTry } from '#server/http/rate-limits.ts'
import type { Session } from '#server/http/session.ts'
import { queueSecretMail } from '#server/outbox/queue.ts'
import { open, seal } from '#server/outbox/seal.ts'

/** The wording agreed to; stored with the consent. */
export const wording = 'Send me the Foyer newsletter with new events, at most once a week'

const hour = 3600
/** Keeps the token of another kind of link from confirming a subscription. */
const purpose = 'newsletter'

interface MailContext {
  db: Database
  config: Config
  session: Pick<Session, 'id'>
  clientAddress: string
}

/**
 * Queues a confirmation mail, the same for known and unknown addresses. Returns false, without sending, over a rate limit.
 * One asker cannot use up the mails of a mailbox.
 */
export async function askToConfirm(
  { db, config, session, clientAddress }: MailContext,
  email: string,
): Promise<boolean> {
  const { codePepper } = config.secrets
  const limits = [
    { what: 'newsletter session', who: session.id, max: 10, withinSeconds: hour },
    { what: 'newsletter client', who: clientAddress, max: 20, withinSeconds: hour },
    { what: 'newsletter client to', who: `${clientAddress} ${email}`, max: 2, withinSeconds: 24 * hour },
    { what: 'newsletter mail', who: email, max: 3, withinSeconds: 24 * hour },
  ]
  if (!(await countTry(db, codePepper, limits))) return false
  const link = new URL('/mailing-list/confirm/', config.origin)
  link.search = new URLSearchParams({ token: seal(codePepper, purpose, email) }).toString()
  await queueSecretMail(db, config, {
    key: `newsletter:${crypto.randomUUID()}`,
    to: email,
    subject: 'Please confirm your subscription to the Foyer newsletter',
    content: [
      'Someone, we hope you, signed this address up for the Foyer newsletter.',
      { button: 'Confirm your subscription', href: link.href },
      { note: 'If it was not you, you can ignore this email: you will not hear from us again.' },
    ],
  })
  return true
}

/** Adds the address of a link's token to the list, with wording and time; false for a wrong token. */
export async function confirmSubscription(
  { db, config }: Pick<MailContext, 'db' | 'config'>,
  token: string,
): Promise<boolean> {
  const email = emailOf(config.secrets.codePepper, token)
  if (email === null) return false
  await inTransaction(db, async (trx) => {
    const user = await trx
      .updateTable('users')
      .set({ subscribed: true })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    await trx
      .insertInto('marketing_consents')
      .values({ email, user_id: user?.id ?? null, list: 'newsletter', granted: true, wording })
      .execute()
  })
  return true
}

/** Returns the address that a link's token is for; null for a wrong token. Only the shop can read it from the token. */
export function emailOf(pepper: string, token: string): string | null {
  try {
    return open(pepper, purpose, token)
  } catch {
    return null
  }
}
