import { html } from 'hono/html'

import { sandboxPage } from './sandbox-page.ts'

/** The simulated 3-D Secure page; `amount` is left out for a card that is only saved. */
export function challengePage(title: string, question: string, amount = '') {
  return sandboxPage(
    title,
    html`<p>${question}</p>
      ${
        amount &&
        html`<dl>
          <dt>Amount</dt>
          <dd>${amount}</dd>
        </dl>`
      }
      <form method="post">
        <button class="main" name="result" value="approve">Yes, it is me</button>
        <button name="result" value="fail">No, stop this ${amount ? 'payment' : 'card'}</button>
      </form>`,
  )
}
