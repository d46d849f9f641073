import { html } from 'hono/html'

import { fieldFrame } from './field.ts'
import type { Content, PageContext } from './layout.ts'

/** Renders the field for a one-time code, with its problem; '' without one. It has the focus. */
export function codeField(problem: string): Content {
  return fieldFrame(
    { id: 'code', label: 'One-time code', problem, hasFocus: true },
    (ties) =>
      html`<span data-look="code"
        ><span aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i></span
        ><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="12" ${ties}
      /></span>`,
  )
}

/** In the sandbox, a link to where the code has arrived. */
export function outboxHint(c: PageContext): Content {
  return c.var.config.mode === 'sandbox'
    ? html`<p class="quiet">Sandbox: <a href="/sandbox/outbox/" target="_blank">read the email</a></p>`
    : ''
}
