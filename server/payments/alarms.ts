import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Work } from '#server/database/transaction.ts'
import type { Log } from '#server/log.ts'

interface Alarm {
  kind: Tables['alarms']['kind']
  /** What the alarm is about; the same alarm raised twice is one row. */
  about: string
  provider: string
  saleId: string | null
  attemptId: string | null
  /** For the shop's owner; nothing personal. */
  details: object
}

/** Raises an alarm for the shop's owner, once (docs/operations.md). `logAlarms` logs it after the commit. */
export async function raiseAlarm(trx: Work, alarm: Alarm): Promise<void> {
  await trx
    .insertInto('alarms')
    .values({
      kind: alarm.kind,
      key: `${alarm.kind}:${alarm.provider}:${alarm.about}`,
      provider: alarm.provider,
      sale_id: alarm.saleId,
      attempt_id: alarm.attemptId,
      details: JSON.stringify(alarm.details),
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Writes one log line for each alarm, even if several processes call this. */
export async function logAlarms(db: Database, log: Log): Promise<void> {
  const alarms = await db
    .updateTable('alarms')
    .set({ logged_at: shopNow })
    .where('logged_at', 'is', null)
    .returning(['kind', 'provider'])
    .execute()
  for (const { kind, provider } of alarms) log({ event: 'alarm', kind, provider })
}
