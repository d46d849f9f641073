import type { Config } from '#server/config.ts'

import type { Mail } from './queue.ts'

/** Sends one mail; its `key` is the same however often it is sent. Throws when it could not be handed over. */
export type SendMail = (mail: Mail) => Promise<void>

/**
 * How mails leave the shop. In the sandbox the outbox itself is everybody's mailbox, so that nothing more is to be
 * done. Elsewhere null: this release has no way to send mail, and what needs one must say so.
 */
export function connectMail({ mode }: Pick<Config, 'mode'>): SendMail | null {
  return mode === 'sandbox' ? () => Promise.resolve() : null
}
