import type { Kysely } from 'kysely'

import type { Config } from '#server/config.ts'
import { defer } from '#server/database/defer.ts'
import type { Tables } from '#server/database/tables.ts'

import type { Content, MailPicture } from './content.ts'
import { seal } from './seal.ts'

/** A mail as it is written. Its links may be paths of the shop. */
export interface Draft {
  /** Idempotency key: a mail queued twice is sent once. */
  key: string
  to: string
  subject: string
  /** The heading of the mail; its subject by default. */
  heading?: string
  /** Shown above the heading; older versions of the shop leave it out. */
  picture?: MailPicture | undefined
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
  await insertMail(db, key, payload, dueAt)
}

/** A mail as it is stored whose content must not be read in the database; see `queueSecretMail`. */
export interface SealedDraft extends Omit<Draft, 'content' | 'attachments' | 'dueAt'> {
  sealed: string
  /** The subject that is sent, if it holds a secret too; older versions of the shop send `subject`. */
  sealedSubject?: string
}

/**
 * Like `queueMail`, for a mail with a one-time code or a link with a secret: its content is stored encrypted, and so is its
 * `secretSubject`, which is sent instead of the subject.
 */
export async function queueSecretMail(
  db: Kysely<Tables>,
  { secrets }: Pick<Config, 'secrets'>,
  {
    key,
    to,
    subject,
    heading,
    secretSubject,
    picture,
    content,
  }: Pick<Draft, 'key' | 'to' | 'subject' | 'heading' | 'picture' | 'content'> & { secretSubject?: string },
): Promise<void> {
  const sealOf = (text: string) => seal(secrets.codePepper, key, text)
  await insertMail(db, key, {
    to,
    subject,
    ...(heading !== undefined && { heading }),
    picture,
    sealed: sealOf(JSON.stringify(content)),
    ...(secretSubject !== undefined && { sealedSubject: sealOf(secretSubject) }),
  })
}

async function insertMail(db: Kysely<Tables>, key: string, payload: object, dueAt?: Date): Promise<void> {
  await defer(
    db,
    db
      .insertInto('outbox')
      .values({ kind: 'mail', key, payload: JSON.stringify(payload), ...(dueAt && { due_at: dueAt }) })
      .onConflict((conflict) => conflict.column('key').doNothing()),
  )
}
