import { sql, type ExpressionOrFactory, type Kysely, type SqlBool } from 'kysely'

import { shopNow } from '#server/database/shop-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Log } from '#server/log.ts'

/** What can need a person; docs/operations.md says what to do about each. */
export const alarmKinds = [
  'wrong_payment',
  'unknown_payment',
  'payment_unsettled',
  'payment_disputed',
  'dispute_lost',
  'refunded_at_provider',
  'books_differ',
  'card_testing',
  'refund_failed',
  'plan_stopped',
  'seats_out_of_step',
  'order_not_delivered',
  'gift_not_sent',
  'message_not_sent',
  'step_too_slow',
  'step_unexpected',
] as const satisfies Tables['alarms']['kind'][]

export type AlarmKind = (typeof alarmKinds)[number]

interface Alarm {
  kind: AlarmKind
  /** What the alarm is about; the same alarm raised twice is one row. */
  about: string
  /** The provider that it is about, or '' for the shop itself. */
  provider: string
  saleId: string | null
  attemptId: string | null
  /** For the shop's owner; nothing personal. */
  details: object
}

/** Raises an alarm for the shop's owner, once (docs/operations.md). `logAlarms` logs it after the commit. */
export async function raiseAlarm(db: Kysely<Tables>, alarm: Alarm): Promise<void> {
  await db
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

// The key is free again: the same can happen once more.
const freedKey = sql<string>`key || ':' || id`

/** Closes the open alarms of a kind whose cause has ended by itself, so that nobody looks into them. */
export async function endAlarms(
  db: Kysely<Tables>,
  kind: AlarmKind,
  hasEnded: ExpressionOrFactory<Tables, 'alarms', SqlBool>,
): Promise<void> {
  await db
    .updateTable('alarms')
    .set({ resolved_at: shopNow, key: freedKey })
    .where('kind', '=', kind)
    .where('resolved_at', 'is', null)
    .where(hasEnded)
    .execute()
}

/** Lets alarms of a kind that the owner has closed be raised once more, as their cause has ended since. */
export async function forgetClosed(
  db: Kysely<Tables>,
  kind: AlarmKind,
  hasEnded: ExpressionOrFactory<Tables, 'alarms', SqlBool>,
): Promise<void> {
  await db
    .updateTable('alarms')
    .set({ key: freedKey })
    .where('kind', '=', kind)
    .where('resolved_at', 'is not', null)
    .where(sql<boolean>`key not like '%' || id`)
    .where(hasEnded)
    .execute()
}

/** Writes one log line for each alarm, even if several processes call this. */
export async function logAlarms(db: Kysely<Tables>, log: Log): Promise<void> {
  const alarms = await db
    .updateTable('alarms')
    .set({ logged_at: shopNow })
    .where('logged_at', 'is', null)
    .returning(['kind', 'provider'])
    .execute()
  for (const { kind, provider } of alarms) log({ event: 'alarm', kind, provider })
}
