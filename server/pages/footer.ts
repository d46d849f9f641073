import { html } from 'hono/html'

import type { Config } from '#server/config.ts'

/** Renders the foot of every page: the shop's pages about buying, and about itself as far as they are configured. */
export function footer({ page, mode }: Pick<Config, 'page' | 'mode'>) {
  return html`<footer class="footer">
    <div class="footer-inner">
      <span>Foyer: tickets for evenings out</span>
      <div>
        <a href="/legal-information/purchase-terms-and-conditions/">Terms of sale</a>
        <a href="/refund-policy/">Refunds</a>
        <a href="/orders/">Find your order</a>
        <a href="/mailing-list">Newsletter</a>
        ${Object.entries(page.footerLinks ?? {}).map(([name, href]) => html`<a href="${href}">${name}</a> `)}
        ${mode === 'sandbox' ? html`<a href="/sandbox/">Sandbox: what to try</a>` : ''}
      </div>
    </div>
  </footer>`
}
