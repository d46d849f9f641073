import type { Config } from '#server/config.ts'

import type { SmsDraft } from './queue-sms.ts'

/** An SMS as it is sent. */
export interface Sms {
  key: string
  to: string
  text: string
}

/** Renders a row of the outbox. */
export function renderSms(
  { key, payload }: { key: string; payload: object },
  { origin }: Pick<Config, 'origin'>,
): Sms {
  // `queueSms` wrote this shape.
  const { to, text, link } = payload as SmsDraft
  return { key, to, text: link ? `${text} ${origin}${link}` : text }
}
