import { Hono } from 'hono'
import { html } from 'hono/html'

import { firstTerms, lastTerms, refundTerms, ticketTerms } from '#server/catalogue/terms.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { showPage } from './layout.ts'

/** Terms of sale of tickets and gift vouchers [CONT-63, BASK-18, PAYM-18]. */
export const termsPage = new Hono<ShopEnv>()

termsPage.get('/legal-information/purchase-terms-and-conditions/', askedAgain, (c) =>
  showPage(c, {
    title: 'Purchase terms and conditions',
    content: html`<h1>Purchase terms and conditions</h1>
      <div class="prose">
        ${c.var.config.address && html`<p>${c.var.config.address}</p>`}
        ${firstTerms.map(([heading, paragraphs], index) => section(index + 1, heading, paragraphs))}
        <h2>4. Tickets</h2>
        ${ticketTerms.map(
          ([number, heading, text]) =>
            html`<h3>${number} ${heading}</h3>
              <p>${text}</p>`,
        )}
        <h3 id="refunds">4.10 Refunds</h3>
        ${refundTerms.map((text) => html`<p>${text}</p>`)}
        ${lastTerms.map(([heading, paragraphs], index) => section(index + firstTerms.length + 2, heading, paragraphs))}
      </div>`,
  }),
)

function section(number: number, heading: string, paragraphs: string[]) {
  return html`<h2>${number}. ${heading}</h2>
    ${paragraphs.map((text) => html`<p>${text}</p>`)}`
}
