import { createHmac } from 'node:crypto'

import { html } from 'hono/html'

import { assets } from '#server/pages/assets.ts'
import type { Content, PageContext } from '#server/pages/layout.ts'

/**
 * Lets the wallet's service worker keep a page: loads the script that asks for it, and names the visitor in `Wallet-Owner`,
 * because the worker deletes what it kept for somebody else.
 */
export function keepOffline(c: PageContext): Content {
  const { session, config } = c.var
  const owner = createHmac('sha256', config.secrets.sessionKey)
    .update(`wallet ${session.id} ${session.userId ?? ''}`)
    .digest('base64url')
  c.header('Wallet-Owner', owner)
  return html`<script type="module" src="${assets.walletScript.path}"></script>`
}
