import type { Kysely } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

import { mobileNumber } from './mobile-number.ts'

/** An SMS as it is written. */
export interface SmsDraft {
  /** Idempotency key: an SMS queued twice is sent once. No mail has the same key. */
  key: string
  /** A phone number; `queueSms` accepts it as the buyer typed it. */
  to: string
  text: string
  /** A path of the shop; its address follows the text. */
  link?: string
}

/** Queues an SMS. Call it in the transaction of the change that the SMS reports, so that both or neither happen. */
export async function queueSms(db: Kysely<Tables>, { key, ...payload }: SmsDraft): Promise<void> {
  const to = mobileNumber(payload.to) ?? payload.to
  await db
    .insertInto('outbox')
    .values({ kind: 'sms', key: `sms:${key}`, payload: JSON.stringify({ ...payload, to }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
