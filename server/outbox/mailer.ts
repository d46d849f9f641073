import { createHash } from 'node:crypto'

import { createTransport } from 'nodemailer'

import type { Config, Providers } from '#server/config.ts'
import { isEmail } from '#src/rules/people.ts'

import type { Mail } from './queue.ts'

/** Sends one mail; its `key` is the same however often it is sent. Throws when it could not be handed over. */
export type SendMail = (mail: Mail) => Promise<void>

/**
 * How mails leave the shop: by the owner's mail server. Without one, in the sandbox alone, the outbox itself is
 * everybody's mailbox, so that nothing more is to be done.
 */
export function connectMail({ providers }: Pick<Config, 'providers'>): SendMail {
  return providers.mail ? smtp(providers.mail) : () => Promise.resolve()
}

const patienceMs = 20_000
const control = /[\u0000-\u001f\u007f]/

function smtp({ smtpUrl, from }: NonNullable<Providers['mail']>): SendMail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ key, to, subject, text }) => {
    // One recipient and one line of subject, whatever somebody typed: the library would read a list or fold lines.
    if (!isEmail(to) || control.test(subject)) throw new UnsafeMail()
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${hostOf(from)}>`,
    })
  }
}

class UnsafeMail extends Error {
  override name = 'UnsafeMail'
}

const hostOf = (from: string) => /@([^>\s]+)/.exec(from)?.[1] ?? 'localhost'
