import { sql, type Kysely } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { describeError, type Log } from '#server/log.ts'

import { mostTries } from './queued.ts'
import { renderMail, type Mail } from './render-mail.ts'
import { renderSms, type Sms } from './render-sms.ts'

interface Messages {
  mail: Mail
  sms: Sms
}

const renderers = { mail: renderMail, sms: renderSms }

interface SendContext<Kind extends keyof Messages> {
  db: Kysely<Tables>
  kind: Kind
  /** The shop's address, for links. */
  origin: string
  /** The trader's postal address, for mails. */
  address?: string | undefined
  send: (message: Messages[Kind]) => Promise<void>
  log: Log
}

const firstPauseSeconds = 60
const longestPauseSeconds = 6 * 3600

/** Sends every due message of a kind, one after the other, and returns how many were sent. A failed one is retried later. */
export async function sendWaiting<Kind extends keyof Messages>(context: SendContext<Kind>): Promise<number> {
  let sent = 0
  for (let next = await claimNext(context); next; next = await claimNext(context))
    if (await trySending(context, next)) sent++
  return sent
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Claims the next due message by moving its due time, by a pause that doubles with every try. A crashed process loses no
 * message, and several processes never send the same one at once.
 */
async function claimNext({ db, kind }: Pick<SendContext<keyof Messages>, 'db' | 'kind'>) {
  const most = mostTries[kind]
  const pause = sql<number>`least(${longestPauseSeconds}::float8, ${firstPauseSeconds}::float8 * power(2, least(attempts, 20)))`
  return db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      due_at: sql<Date>`shop_now() + make_interval(secs => ${pause})`,
    }))
    .where(({ eb, selectFrom }) =>
      eb(
        'id',
        '=',
        selectFrom('outbox')
          .select('id')
          .where('kind', '=', kind)
          .$if(most !== null, (waiting) => waiting.where('attempts', '<', most))
          .where('sent_at', 'is', null)
          .where('due_at', '<=', shopNow)
          .orderBy('due_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .returning(['id', 'key', 'payload'])
    .executeTakeFirst()
}

async function trySending<Kind extends keyof Messages>(
  { db, kind, origin, address, send, log }: SendContext<Kind>,
  { id, key, payload }: Claimed,
): Promise<boolean> {
  try {
    // The renderer of this kind.
    await send((await renderers[kind]({ key, payload }, origin, address)) as Messages[Kind])
  } catch (error) {
    const failure = describeError(error)
    log({ event: `${kind} not sent`, ...failure })
    await db
      .updateTable('outbox')
      .set({ error: failure.error ?? '' })
      .where('id', '=', id)
      .execute()
    return false
  }
  await db.updateTable('outbox').set({ sent_at: shopNow, error: '' }).where('id', '=', id).execute()
  return true
}
