import { html } from 'hono/html'

import { icon } from './icon.ts'

/** What the header shows of its visitor, and what stays in sight below it. */
interface Visitor {
  isSignedIn?: boolean
  /** Items in the basket. */
  count?: number
  banner?: ReturnType<typeof html> | ''
}

/** Renders the header of every page of the shop. */
export function header({ isSignedIn = false, count = 0, banner = '' }: Visitor = {}) {
  return html`<header class="header">
    <div class="header-inner">
      <a class="brand" href="/all-events/">${icon('ticket', 26)} Foyer</a>
      <nav class="nav" aria-label="Shop">
        <a class="nav-events" href="/all-events/">All events</a>
        <a class="nav-vouchers" href="/gift-vouchers/">Gift vouchers</a>
        ${isSignedIn ? html`<a href="/account/wallet/">Wallet</a>` : html`<a href="/signin/">Sign in</a>`}
        <a class="basket" href="/checkout/"
          >${icon('basket')}
          Basket${count ? html` <span class="badge">${count}<span class="visually-hidden"> in it</span></span>` : ''}</a
        >
      </nav>
    </div>
    ${banner}
  </header>`
}
