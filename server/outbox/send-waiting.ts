import type { Kysely } from 'kysely'

import type { Config } from '#server/config.ts'
import { jsonText } from '#server/database/json-text.ts'
import { nextTry } from '#server/database/next-try.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { describeError, type Log } from '#server/log.ts'
import { endAlarms, raiseAlarm } from '#server/monitoring/alarms.ts'

import { maxTries, triesBeforeAlarm } from './queued.ts'
import { renderMail, type Mail, type MailConfig } from './render-mail.ts'
import { renderSms, type Sms } from './render-sms.ts'

interface Messages {
  mail: Mail
  sms: Sms
}

const renderers = { mail: renderMail, sms: renderSms }

interface SendContext<Kind extends keyof Messages> {
  db: Kysely<Tables>
  kind: Kind
  config: MailConfig & Pick<Config, 'mode'>
  send: (message: Messages[Kind]) => Promise<void>
  log: Log
}

const longestPauseSeconds = 6 * 3600

/**
 * Sends every due message of a kind, one after the other, and returns how many were sent. A failed one is retried later; after
 * many tries there is an alarm, which ends when the message is sent. A sent one-time code or secret link is emptied at once.
 */
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
  const most = maxTries[kind]
  return db
    .updateTable('outbox')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      due_at: nextTry(longestPauseSeconds, 'attempts'),
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
    .returning(['id', 'key', 'payload', 'attempts'])
    .executeTakeFirst()
}

async function trySending<Kind extends keyof Messages>(
  { db, kind, config, send, log }: SendContext<Kind>,
  { id, key, payload, attempts }: Claimed,
): Promise<boolean> {
  try {
    // The renderer of this kind.
    await send((await renderers[kind]({ key, payload }, config)) as Messages[Kind])
  } catch (error) {
    const failure = describeError(error)
    log({ event: `${kind} not sent`, ...failure })
    await db
      .updateTable('outbox')
      .set({ error: failure.error ?? '' })
      .where('id', '=', id)
      .execute()
    if (attempts >= triesBeforeAlarm[kind]) await raiseNotSent(db, kind, { id, key, attempts }, failure.error)
    return false
  }
  // The sandbox sends nothing: its mails are read on the outbox page.
  const isForgotten = 'sealed' in payload && config.mode === 'production'
  await db
    .updateTable('outbox')
    .set({ sent_at: shopNow, error: '', ...(isForgotten && { payload: '{}' }) })
    .where('id', '=', id)
    .execute()
  if (attempts > triesBeforeAlarm[kind])
    await endAlarms(db, 'message_not_sent', (eb) => eb(jsonText('details', 'outbox'), '=', id))
  return true
}

/** Raises an alarm about a message, except a one-time code: it is worthless by now, and often mistyped addresses get one. */
async function raiseNotSent(
  db: Kysely<Tables>,
  kind: keyof Messages,
  { id, key, attempts }: Pick<Claimed, 'id' | 'key' | 'attempts'>,
  error: string | undefined,
): Promise<void> {
  if (key.startsWith('code:')) return
  const [about] = uuid.exec(key) ?? []
  const sale = about && (await db.selectFrom('sales').select('id').where('id', '=', about).executeTakeFirst())
  await raiseAlarm(db, {
    kind: 'message_not_sent',
    about: id,
    provider: kind,
    saleId: sale ? sale.id : null,
    attemptId: null,
    details: { outbox: id, key, tries: attempts, error },
  })
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
