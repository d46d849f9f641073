import { calendarFile } from './calendar.ts'
import { oneLine, type Content } from './content.ts'
import { htmlForm } from './html-form.ts'
import type { Attachment, Draft } from './queue.ts'
import { textForm } from './text-form.ts'

/** A mail as it is sent. */
export interface Mail extends Pick<Draft, 'key' | 'to' | 'subject' | 'attachments'> {
  text: string
  /** Missing in mails queued by earlier versions. */
  html?: string
}

/** Renders a row of the outbox; `origin` is the shop's web address, `address` the trader's postal one. */
export async function renderMail(
  row: { key: string; payload: object },
  origin: string,
  address?: string,
): Promise<Mail> {
  // `queueMail` wrote this shape, or in earlier versions a text.
  const { content, ...mail } = { ...row.payload, key: row.key } as Draft | (Mail & { content?: undefined })
  if (!content) return mail as Mail
  const subject = oneLine(mail.subject)
  const whole = address ? [...content, { note: address }] : content
  return {
    ...mail,
    subject,
    text: textForm(whole, origin),
    html: await htmlForm(subject, whole, origin),
    attachments: [...calendarFiles(content, origin), ...(mail.attachments ?? [])],
  }
}

function calendarFiles(content: Content, origin: string): Attachment[] {
  return content.flatMap((block) =>
    typeof block !== 'string' && 'calendar' in block ? [calendarFile(block.calendar, origin)] : [],
  )
}
