import { sql, type Kysely } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { describeError, type Log } from '#server/log.ts'

import type { SendMail } from './mailer.ts'

interface Sending {
  db: Kysely<Tables>
  send: SendMail
  log: Log
}

const firstPauseSeconds = 60
const longestPauseSeconds = 6 * 3600

/** Sends every mail that is due, one after the other; one that fails is due again later. Gives how many were sent. */
export async function sendWaiting(sending: Sending): Promise<number> {
  let sent = 0
  for (let mail = await claimNext(sending.db); mail; mail = await claimNext(sending.db))
    if (await trySending(sending, mail)) sent++
  return sent
}

type Claimed = NonNullable<Awaited<ReturnType<typeof claimNext>>>

/**
 * Takes the next due mail for this process: until it is sent it is due again after a pause that doubles with every
 * try, so that a process that dies loses nothing and several processes never send the same mail at once.
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

async function trySending({ db, send, log }: Sending, { id, key, payload }: Claimed): Promise<boolean> {
  try {
    // Written by `queueMail` with this shape.
    await send({ ...(payload as { to: string; subject: string; text: string }), key })
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
