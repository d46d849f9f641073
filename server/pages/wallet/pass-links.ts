import { html } from 'hono/html'

import { passPath } from '#server/delivery/addresses.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import type { PassProvider } from '#server/providers/wallet-passes/pass-provider.ts'
import { canHavePass } from '#server/wallet/pass-ticket.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'

/** Renders links that add a ticket to the wallets of phones; '' if there are none. */
export function passLinks(passes: PassProvider[], ticket: WalletTicket, look: 'buttons' | 'links'): Content {
  if (passes.length === 0 || !canHavePass(ticket)) return ''
  return html`<p class="pass-links" data-look="${look}">
    ${passes.map(
      ({ id, name }) =>
        html`<a
          ${look === 'buttons' ? html`class="button" data-look="secondary"` : ''}
          href="${passPath(ticket.id, id)}"
          >${icon('wallet')} Add to ${name}</a
        >`,
    )}
  </p>`
}
