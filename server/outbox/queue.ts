import type { Kysely } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

export interface Mail {
  /** Idempotency key: a mail queued twice is sent once. */
  key: string
  to: string
  subject: string
  text: string
}

/** Queues a mail. Call it in the transaction of the change that the mail reports, so that both or neither happen. */
export async function queueMail(db: Kysely<Tables>, { key, ...payload }: Mail): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind: 'mail', key, payload: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
