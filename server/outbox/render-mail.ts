import type { Config } from '#server/config.ts'

import { webAddress } from '#src/lib/web-address.ts'

import { calendarFile } from './calendar.ts'
import { oneLine, type Content, type Link } from './content.ts'
import { htmlForm } from './html-form.ts'
import type { Attachment, Draft, SealedDraft } from './queue.ts'
import { open } from './seal.ts'
import { textForm } from './text-form.ts'

/** A mail as it is sent. */
export interface Mail extends Pick<Draft, 'key' | 'to' | 'subject' | 'attachments'> {
  text: string
  /** Missing in mails queued by earlier versions. */
  html?: string
}

/** What mails need of the shop: its web address, the trader's postal one, its pages about itself, and the key of mails with secrets. */
export type MailConfig = Pick<Config, 'origin' | 'address' | 'page' | 'secrets'>

/** Renders a row of the outbox. Throws if it was written with another `CODE_PEPPER`. */
export async function renderMail(
  row: { key: string; payload: object },
  { origin, address, page, secrets }: MailConfig,
): Promise<Mail> {
  // `queueMail` or `queueSecretMail` wrote this shape, or in earlier versions a text.
  const stored = { ...row.payload, key: row.key } as Draft | SealedDraft | (Mail & { content?: undefined })
  if (!('sealed' in stored) && !stored.content) return stored as Mail
  const { content, heading, picture, ...mail } =
    'sealed' in stored ? unsealed(secrets.codePepper, stored) : stored
  const subject = oneLine(mail.subject)
  const whole = address ? [...content, { note: address }] : content
  const links = linksOf(page, origin)
  return {
    ...mail,
    subject,
    text: textForm(links.length > 0 ? [...whole, { links }] : whole, origin),
    html: await htmlForm(subject, whole, { origin, heading, picture, links }),
    attachments: [...calendarFiles(content, origin), ...(mail.attachments ?? [])],
  }
}

/** The pages about the shop; none to write to, because a mail can be answered. */
function linksOf({ footerLinks = {} }: Config['page'], origin: string): Link[] {
  return Object.entries(footerLinks)
    .map(([text, href]) => ({ text, href }))
    .filter(({ href }) => webAddress(href, origin))
}

function unsealed(pepper: string, { sealed, sealedSubject, ...mail }: SealedDraft): Draft {
  return {
    ...mail,
    ...(sealedSubject !== undefined && { subject: open(pepper, mail.key, sealedSubject) }),
    content: JSON.parse(open(pepper, mail.key, sealed)) as Content,
  }
}

function calendarFiles(content: Content, origin: string): Attachment[] {
  return content.flatMap((block) =>
    typeof block !== 'string' && 'calendar' in block ? [calendarFile(block.calendar, origin)] : [],
  )
}
