import { html } from 'hono/html'

import type { Content } from './layout.ts'

/** Renders an email address, which wraps before its "@" if it is long. */
export function emailText(email: string): Content {
  const at = email.lastIndexOf('@')
  return at < 0 ? html`${email}` : html`${email.slice(0, at)}<wbr />${email.slice(at)}`
}
