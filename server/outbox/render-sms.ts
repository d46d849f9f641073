import type { SmsDraft } from './queue-sms.ts'

/** An SMS as it is sent. */
export interface Sms {
  key: string
  to: string
  text: string
}

/** Renders a row of the outbox; `origin` is the shop's address. */
export function renderSms({ key, payload }: { key: string; payload: object }, origin: string): Sms {
  // `queueSms` wrote this shape.
  const { to, text, link } = payload as SmsDraft
  return { key, to, text: link ? `${text} ${origin}${link}` : text }
}
