import { html } from 'hono/html'

import type { Config } from '#server/config.ts'
import type { Content } from '#server/pages/layout.ts'

import { linkAddress } from '#src/lib/link-address.ts'

/** Says who the shop is and how to reach it, as far as that is configured. */
export function contact({ address, page, origin }: Pick<Config, 'address' | 'page' | 'origin'>): Content {
  return html`${address ? html`<p>${address}</p>` : html`<p>Foyer, the shop at ${new URL(origin).host}.</p>`}
  ${wayToAsk(page.supportUrl, origin)}`
}

function wayToAsk(supportUrl = '', origin: string): Content {
  if (!linkAddress(supportUrl, origin))
    return html`<p>Answer any email of your order; a person will read it.</p>`
  const [, email] = /^mailto:([^?]+)/i.exec(supportUrl) ?? []
  return email
    ? html`<p>Email <a href="${supportUrl}">${email}</a>; a person will read it.</p>`
    : html`<p><a class="alone" href="${supportUrl}">Contact support</a></p>`
}
