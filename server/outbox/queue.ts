import type { Kysely } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

export interface Mail {
  /** Names the mail once and for all: queued twice, it is sent once. */
  key: string
  to: string
  subject: string
  text: string
}

/** Writes a mail down to be sent; in the transaction of what it tells of, so that there is never one without the other. */
export async function queueMail(db: Kysely<Tables>, { key, ...payload }: Mail): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind: 'mail', key, payload: JSON.stringify(payload) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
