import { createHash } from 'node:crypto'

import { createTransport } from 'nodemailer'

import type { Config, Providers } from '#server/config.ts'
import { isEmail } from '#src/checkout/rules/people.ts'

import type { Mail } from './render-mail.ts'

/** Sends one mail; retries of the same mail have the same `key`. Throws if the mail server did not accept it. */
export type SendMail = (mail: Mail) => Promise<void>

/**
 * Connects the owner's mail server. Without one (only in the sandbox) nothing is sent, because mails are read on the
 * outbox page.
 */
export function connectMail({ providers }: Pick<Config, 'providers'>): SendMail {
  return providers.mail ? smtp(providers.mail) : () => Promise.resolve()
}

const timeoutMs = 20_000
// For a server that goes on replying. Shorter than the pause after which another process tries the same mail.
const wholeMs = 50_000
const control = /[\u0000-\u001f\u007f]/

function smtp({ smtpUrl, from }: NonNullable<Providers['mail']>): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ key, to, subject, text, html, attachments }) => {
    // Prevents header injection: nodemailer would accept a list of recipients or fold a subject of several lines.
    if (!isEmail(to) || control.test(subject)) throw new UnsafeMail()
    const sending = transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments,
      messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${hostOf(from)}>`,
    })
    await inTime(sending)
  }
}

/** Throws `MailServerSlow` after the time; the connection ends later, when the server is silent. */
async function inTime(sending: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new MailServerSlow()), wholeMs)
  })
  await Promise.race([sending, late]).finally(() => clearTimeout(timer))
}

class MailServerSlow extends Error {
  override name = 'MailServerSlow'
}

class UnsafeMail extends Error {
  override name = 'UnsafeMail'
}

const hostOf = (from: string) => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
