import { createHmac } from 'node:crypto'

import type { Context } from 'hono'
import { html } from 'hono/html'

import { noteKeptTickets } from '#server/buyer/kept-tickets.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { assets } from '#server/pages/assets.ts'
import type { Content } from '#server/pages/layout.ts'

/**
 * Lets the wallet's service worker keep a page: loads the script that asks for it, and names the visitor in `Wallet-Owner`,
 * because the worker deletes what it kept for somebody else.
 */
export function keepOffline(c: Context<ShopEnv>): Content {
  const { session, config } = c.var
  const owner = createHmac('sha256', config.secrets.sessionKey)
    .update(`wallet ${session.id} ${session.userId ?? ''}`)
    .digest('base64url')
  c.header('Wallet-Owner', owner)
  noteKeptTickets(c)
  return html`<script type="module" src="${assets.walletScript.path}"></script>`
}
