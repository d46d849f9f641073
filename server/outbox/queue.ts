import type { Kysely } from 'kysely'

import type { Tables } from '#server/database/tables.ts'

import { oneLine, type Content } from './content.ts'
import { htmlForm } from './html-form.ts'
import { textForm } from './text-form.ts'

/** A mail as it is sent. */
export interface Mail {
  /** Idempotency key: a mail queued twice is sent once. */
  key: string
  to: string
  subject: string
  text: string
  /** Missing in mails queued by earlier versions. */
  html?: string
  attachments?: Attachment[]
}

export interface Attachment {
  filename: string
  contentType: string
  content: string
}

/** A mail as it is written. */
export interface Draft extends Pick<Mail, 'key' | 'to' | 'subject' | 'attachments'> {
  content: Content
}

/**
 * Renders and queues a mail. Call it in the transaction of the change that the mail reports, so that both or neither
 * happen.
 */
export async function queueMail(
  db: Kysely<Tables>,
  { key, to, subject, content, attachments }: Draft,
): Promise<void> {
  const mail: Omit<Mail, 'key'> = {
    to,
    subject: oneLine(subject),
    text: textForm(content),
    html: await htmlForm(subject, content),
    ...(attachments?.length && { attachments }),
  }
  await db
    .insertInto('outbox')
    .values({ kind: 'mail', key, payload: JSON.stringify(mail) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
