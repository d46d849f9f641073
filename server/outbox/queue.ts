import type { Kysely } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

import type { Content } from './content.ts'

/** A mail as it is written. Its links may be paths of the shop. */
export interface Draft {
  /** Idempotency key: a mail queued twice is sent once. */
  key: string
  to: string
  subject: string
  content: Content
  attachments?: Attachment[]
  /** When to send it; at once by default. */
  dueAt?: Date
}

export interface Attachment {
  filename: string
  contentType: string
  content: string
}

/** Queues a mail. Call it in the transaction of the change that the mail reports, so that both or neither happen. */
export async function queueMail(db: Kysely<Tables>, { key, dueAt, ...payload }: Draft): Promise<void> {
  await db
    .insertInto('outbox')
    .values({ kind: 'mail', key, payload: JSON.stringify(payload), ...(dueAt && { due_at: dueAt }) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
