import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/connect.ts'
import type { Transaction } from '#server/database/transaction.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { countTry } from '#server/http/rate-limits.ts'

interface Asker {
  config: Pick<Config, 'secrets'>
  clientAddress: string
}

const day = 24 * 60 * 60

/**
 * Limits what a client tries to offer; outside the transaction, so that a rejected attempt counts too. Throws `HttpError`
 * 429.
 */
export async function countOffers(
  { db, config, clientAddress }: Asker & { db: Database },
  count: number,
): Promise<void> {
  const limit = { what: 'transfer by client', who: clientAddress, max: 200, withinSeconds: day }
  if (!(await countTry(db, config.secrets.codePepper, [limit], count))) throw new HttpError(429, tooMany)
}

/** Limits the mails that an address gets, in the transaction that queues them. Throws `HttpError` 429. */
export async function countMails(
  trx: Transaction,
  { config, clientAddress }: Asker,
  recipients: { email: string }[],
): Promise<void> {
  // In the same order in every request: each count locks its row until the transaction ends.
  for (const email of recipients.map((recipient) => recipient.email).toSorted()) {
    const limits = [
      { what: 'transfer by client to', who: `${clientAddress} ${email}`, max: 10, withinSeconds: day },
      { what: 'transfer to', who: email, max: 20, withinSeconds: day },
    ]
    if (!(await countTry(trx, config.secrets.codePepper, limits))) throw new HttpError(429, tooMany)
  }
}

const tooMany = 'Too many tickets were transferred today. Please try again tomorrow'
