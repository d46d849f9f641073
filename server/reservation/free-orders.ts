import type { Basket } from '#server/basket/read-basket.ts'
import type { Transaction } from '#server/database/transaction.ts'
import type { Config } from '#server/config.ts'
import { HttpError } from '#server/http/http-errors.ts'
import type { Session } from '#server/http/session.ts'
import { countTry, type Limit } from '#server/http/rate-limits.ts'
import { knowsMailbox } from '#server/accounts/known-mailboxes.ts'

interface FreeOrderContext {
  config: Pick<Config, 'secrets' | 'freeOrdersWithoutCaptcha'>
  session: Session
  clientAddress: string
}

const hour = 3600
const day = 24 * hour

/**
 * Limits free orders to an email that nobody has proven, so that nobody uses the shop's mails to fill somebody's mailbox. Call it
 * in the transaction of the order. Throws `HttpError` 429.
 */
export async function countFreeOrder(
  trx: Transaction,
  email: string,
  asker: FreeOrderContext,
): Promise<void> {
  const { config, session, clientAddress } = asker
  const strangers: Limit[] = [
    { what: 'free order by client to', who: `${clientAddress} ${email}`, max: 3, withinSeconds: day },
    { what: 'free order by strangers to', who: email, max: 10, withinSeconds: day },
  ]
  const limits: Limit[] = [
    { what: 'free order by session', who: session.id, max: 10, withinSeconds: hour },
    { ...ofClient(clientAddress), max: 10 * config.freeOrdersWithoutCaptcha },
    ...((await knowsMailbox({ ...asker, db: trx }, email)) ? [] : strangers),
  ]
  if (!(await countTry(trx, config.secrets.codePepper, limits)))
    throw new HttpError(429, 'Too many free orders were placed. Please try again later')
}

/** The free orders of an address after which its next express basket needs a captcha. */
export function burstLimit(
  clientAddress: string,
  { freeOrdersWithoutCaptcha }: Pick<Config, 'freeOrdersWithoutCaptcha'>,
): Limit {
  return { ...ofClient(clientAddress), max: freeOrdersWithoutCaptcha }
}

/** Returns whether a basket is bought without proving the email. */
export function isExpress({ organisers }: Basket): boolean {
  return organisers.every(({ is_express }) => is_express)
}

const ofClient = (clientAddress: string) => ({
  what: 'free order by client',
  who: clientAddress,
  withinSeconds: hour,
})
