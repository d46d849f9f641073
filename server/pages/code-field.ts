import { html } from 'hono/html'

import type { Content, PageContext } from './layout.ts'

/** The field for a one-time code. */
export const codeField: Content = html`<label class="field">
  <span>One-time code</span>
  <input
    class="input"
    data-look="code"
    name="code"
    inputmode="numeric"
    autocomplete="one-time-code"
    maxlength="12"
    required
    autofocus
  />
</label>`

/** In the sandbox, a link to where the code has arrived. */
export function outboxHint(c: PageContext): Content {
  return c.var.config.mode === 'sandbox'
    ? html`<p><a href="/sandbox/outbox/" target="_blank">Sandbox: find the code in the outbox</a></p>`
    : ''
}
