import { html } from 'hono/html'

import { icon } from './icon.ts'

/** What the header shows of its visitor, and what stays in sight below it. */
interface Visitor {
  /** Path of the page that it stands on. */
  path?: string
  isSignedIn?: boolean
  /** Items in the basket. */
  count?: number
  banner?: ReturnType<typeof html> | ''
}

/** Renders the header of every page of the shop. */
export function header({ path = '', isSignedIn = false, count = 0, banner = '' }: Visitor = {}) {
  const current = (href: string) => (href === path ? html`aria-current="page"` : '')
  return html`<header class="header">
    <div class="header-inner">
      <a class="brand" href="/all-events/">${icon('ticket', 26)} Foyer</a>
      <nav class="nav" aria-label="Shop">
        <a class="nav-events" href="/all-events/" ${current('/all-events/')}>All events</a>
        <a class="nav-vouchers" href="/gift-vouchers/" ${current('/gift-vouchers/')}>Gift vouchers</a>
        ${
          isSignedIn
            ? html`<a href="/account/wallet/" ${current('/account/wallet/')}>Wallet</a>`
            : html`<a href="/signin/" ${current('/signin/')}>Sign in</a>`
        }
        <a class="basket" href="/checkout/"
          >${icon('basket')}
          Basket${count ? html` <span class="badge">${count}<span class="visually-hidden"> in it</span></span>` : ''}</a
        >
      </nav>
    </div>
    ${banner}
  </header>`
}
