import { Hono } from 'hono'
import { html } from 'hono/html'

import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { showPage } from './layout.ts'

/** Page of the refund policies, with links to organisers' own policies [BASK-19]. */
export const refundPolicyPage = new Hono<ShopEnv>()

refundPolicyPage.get('/refund-policy/', askedAgain, async (c) => {
  const policies = await c.var.db.selectFrom('refund_policies').selectAll().orderBy('id').execute()
  const organisers = await c.var.db
    .selectFrom('organisers')
    .select(['id', 'name'])
    .where('custom_refund_policy', '<>', '')
    .orderBy('name')
    .execute()
  return showPage(c, {
    title: 'Refund policy',
    content: html`<h1>Refund policy</h1>
      <div class="prose">
        <p>
          Each ticket has its organiser's refund policy, shown beside the ticket in your basket. If an event
          is cancelled you get everything back, whatever the policy says.
        </p>
        ${policies.map(
          ({ title, description, text }) =>
            html`<h2>${title}</h2>
              <p><strong>${description}.</strong> ${text}</p>`,
        )}
        ${
          organisers.length
            ? html`<h2>Organisers with their own policy</h2>
                <ul>
                  ${organisers.map(
                    ({ id, name }) =>
                      html`<li><a class="alone" href="/organisers/${id}/refund-policy/">${name}</a></li>`,
                  )}
                </ul>`
            : ''
        }
        <p>
          Refunds are explained in section 4.10 of the
          <a href="/legal-information/purchase-terms-and-conditions/#refunds">terms of sale</a>.
        </p>
      </div>`,
  })
})
