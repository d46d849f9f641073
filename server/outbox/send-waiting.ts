import { sql, type Kysely } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { describeError, type Log } from '#server/log.ts'

import type { SendMail } from './mailer.ts'
import { renderMail } from './render-mail.ts'

interface SendContext {
  db: Kysely<Tables>
  /** The shop's address, for links. */
  origin: string
  send: SendMail
  log: Log
}

const firstPauseSeconds = 60
const longestPauseSeconds = 6 * 3600

/** Sends every due mail, one after the other, and returns how many were sent. A failed one is retried later. */
export async function sendWaiting(context: SendContext): Promise<number> {
  let sent = 0
  for (let mail = await claimNext(context.db); mail; mail = await claimNext(context.db))
    if (await trySending(context, mail)) sent++
  return sent
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Claims the next due mail by moving its due time, by a pause that doubles with every try. A crashed process loses no
 * mail, and several processes never send the same mail at once.
 */
async function claimNext(db: Kysely<Tables>) {
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
          .where('kind', '=', 'mail')
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

async function trySending(
  { db, origin, send, log }: SendContext,
  { id, key, payload }: Claimed,
): Promise<boolean> {
  try {
    await send(await renderMail({ key, payload }, origin))
  } catch (error) {
    const failure = describeError(error)
    log({ event: 'mail not sent', ...failure })
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
