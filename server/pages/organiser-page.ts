import { Hono } from 'hono'
import { html } from 'hono/html'

import { readCatalogue } from '#server/catalogue/catalogue.ts'
import { readShopTime } from '#server/database/shop-time.ts'
import { askedAgain } from '#server/http/asked-again.ts'
import type { ShopEnv } from '#server/http/env.ts'

import { linkAddress } from '#src/lib/link-address.ts'
import { anySite } from '#src/lib/web-address.ts'

import { emailText } from './email-text.ts'
import { eventCards, nothingOnSale } from './event-card.ts'
import { eventsOf } from './find-events.ts'
import { showPage } from './layout.ts'
import { safeHtml } from './safe-html.ts'

/** Pages of an organiser: its events, and its refund policy. */
export const organiserPage = new Hono<ShopEnv>()

organiserPage.get('/organisers/:slug/', askedAgain, async (c) => {
  const organiser = await c.var.db
    .selectFrom('organisers')
    .leftJoin('charities', 'charities.id', 'organisers.charity_id')
    .select([
      'organisers.id',
      'organisers.name',
      'organisers.blurb',
      'contact_email',
      'postal_address',
      'custom_refund_policy',
      'charities.description_html',
      'charities.logo',
    ])
    .where('organisers.id', '=', c.req.param('slug'))
    .executeTakeFirst()
  if (!organiser) return c.notFound()
  const events = eventsOf(await readCatalogue(c.var.db), organiser.id)
  return showPage(c, {
    title: organiser.name,
    description: organiser.blurb,
    width: 'wide',
    content: html`<div class="intro" data-look="organiser">
        ${organiser.logo && html`<img class="logo" src="${organiser.logo}" alt="" width="96" height="96" />`}
        <div>
          <p class="eyebrow">${organiser.description_html ? 'Charity' : 'Organiser'}</p>
          <h1>${organiser.name}</h1>
          <p class="lead">${organiser.blurb}</p>
          ${organiser.description_html ? safeHtml(organiser.description_html) : ''}
          ${
            organiser.custom_refund_policy
              ? html`<p>
                  <a class="alone" href="/organisers/${organiser.id}/refund-policy/">Refund policy</a>
                </p>`
              : ''
          }
          ${contact(organiser.contact_email, c.var.config.page.supportUrl)}
          ${organiser.postal_address && html`<p class="quiet">${organiser.name}, ${organiser.postal_address}</p>`}
        </div>
      </div>
      ${events.length ? eventCards(events, await readShopTime(c.var.db)) : nothingOnSale}`,
  })
})

organiserPage.get('/organisers/:slug/refund-policy/', askedAgain, async (c) => {
  const organiser = await c.var.db
    .selectFrom('organisers')
    .select(['id', 'name', 'custom_refund_policy'])
    .where('id', '=', c.req.param('slug'))
    .executeTakeFirst()
  if (!organiser) return c.notFound()
  if (!organiser.custom_refund_policy) return c.redirect('/refund-policy/', 303)
  return showPage(c, {
    title: `Refund policy of ${organiser.name}`,
    content: html`<h1>Refund policy of ${organiser.name}</h1>
      <div class="prose">${safeHtml(organiser.custom_refund_policy)}</div>
      <p><a class="alone" href="/organisers/${organiser.id}/">Events by ${organiser.name}</a></p>`,
  })
})

/** How to ask the organiser, or the shop if the organiser's email is unknown. */
function contact(email: string, supportUrl: unknown) {
  if (email) return html`<p>Questions? Email <a href="mailto:${email}">${emailText(email)}</a>.</p>`
  const isLink = typeof supportUrl === 'string' && linkAddress(supportUrl, anySite)
  return isLink ? html`<p><a class="alone" href="${supportUrl}">Contact support</a></p>` : ''
}
