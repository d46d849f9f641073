import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { eventTitle } from '#server/pages/event-title.ts'
import { icon } from '#server/pages/icon.ts'
import { showPage, tokenField } from '#server/pages/layout.ts'
import { picture } from '#server/pages/picture.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { readBoughtVouchers } from '#server/wallet/bought-vouchers.ts'
import { readOwner } from '#server/wallet/owner.ts'
import { readOrders } from '#server/wallet/read-order.ts'
import { readWallet } from '#server/wallet/read-tickets.ts'
import { readTicketPlans } from '#server/wallet/ticket-plans.ts'

import { byDate, eventStub } from './event-stub.ts'
import { groupedReference } from './grouped-reference.ts'
import { keepOffline } from './keep-offline.ts'

type Voucher = Awaited<ReturnType<typeof readBoughtVouchers>>[number]
type Order = Awaited<ReturnType<typeof readOrders>>[number]

/** The visitor's tickets, upcoming ones first, with their gift vouchers and orders [DONE-19]. */
export const walletPage = new Hono<ShopEnv>()

walletPage.get('/account/wallet/', async (c) => {
  const { db, session } = c.var
  const owner = await readOwner(db, session)
  const tickets = await readWallet(db, owner)
  const vouchers = await readBoughtVouchers(db, owner)
  const orders = await readOrders(db, owner)
  if (!session.userId && tickets.length + orders.length === 0)
    return c.redirect(`/signin/?${new URLSearchParams({ next: '/account/wallet/' })}`, 303)
  const upcoming = tickets.filter((ticket) => !ticket.is_past)
  const past = tickets.filter((ticket) => ticket.is_past)
  const plans = await readTicketPlans(db, upcoming)
  const hasOnlyVouchers = vouchers.length > 0 && tickets.length === 0
  const owned = html`${
    upcoming.length
      ? html`<section class="more">
          <h2>Coming up</h2>
          ${byDate(upcoming).map((date, index) => eventStub(date, { isFirst: index === 0, plans }))}
        </section>`
      : hasOnlyVouchers
        ? ''
        : html`<p class="lead">
              ${past.length ? 'You have no tickets to come.' : 'You have no tickets yet.'}
            </p>
            ${browseEvents}`
  }
  ${
    vouchers.length
      ? html`<section class="more">
          <h2>Gift vouchers you bought</h2>
          <ul class="stack" role="list">
            ${vouchers.map(voucherView)}
          </ul>
          ${hasOnlyVouchers ? browseEvents : ''}
        </section>`
      : ''
  }
  ${
    past.length
      ? html`<section class="more past">
          <h2>Past events</h2>
          ${byDate(past).map((date) => eventStub(date))}
        </section>`
      : ''
  }`
  return showPage(c, {
    title: 'Ticket wallet',
    parts: 'wallet',
    content: html`<div class="title-row">
        <h1>Ticket wallet</h1>
        ${
          session.userId &&
          html`<div class="actions">
            <a href="/account/">Account settings</a>
            ${signOut(c, 'Sign out')}
          </div>`
        }
      </div>
      ${
        orders.length
          ? html`<div class="order">
              <div>${owned}</div>
              <section class="more">
                <h2>Your orders</h2>
                <ul class="panel order-list" role="list">
                  ${orders.map(orderRow)}
                </ul>
              </section>
            </div>`
          : owned
      }
      ${
        // Who has no account is not about to leave it: tickets come first.
        session.userId ? '' : html`<footer class="more">${signOut(c, 'Forget me on this device')}</footer>`
      }
      ${keepOffline(c)}`,
  })
})

const browseEvents = html`<p>
  <a class="button" data-look="secondary" href="/all-events/">Browse events</a>
</p>`

function signOut(c: Context<ShopEnv>, label: string) {
  return html`<form method="post" action="/signout/">
    ${tokenField(c)}
    <button class="link">${label}</button>
  </form>`
}

function orderRow({ order_reference, paid_at, total, currency, ...ordered }: Order) {
  const reference = order_reference ?? ''
  return html`<li>
    <a href="${orderPath(reference)}">
      <span>${orderedInWords(ordered)}</span>
      <span>${money(total ?? 0, currency ?? 'GBP')}</span>
      <small
        >Order ${groupedReference(reference)},
        ${paid_at && html`<span class="whole">${niceDay(paid_at)}</span>`}</small
      >
      ${icon('forward')}
    </a>
  </li>`
}

/** Names what was ordered by its first event, or as a gift voucher, and counts the others. */
function orderedInWords({ titles, vouchers }: Pick<Order, 'titles' | 'vouchers'>) {
  const [first = '', ...others] = [...titles, ...Array<string>(vouchers).fill('Gift voucher')]
  return html`${eventTitle(first)}${others.length > 0 ? ` and ${others.length}\u00a0more` : ''}`
}

function voucherView(voucher: Voucher) {
  return html`<li class="panel voucher">
    ${voucher.picture && picture(voucher.picture)}
    <div>
      <strong>${money(voucher.value, voucher.currency)}, ${voucher.organiser_name}</strong>
      <p class="quiet small">
        ${money(voucher.balance, voucher.currency)} left,
        ${wholeDates(`until ${niceDay(voucher.expires_at)}`)}
      </p>
    </div>
    <div>
      <code>${voucher.code}</code>
      <button class="link" data-copy="${voucher.code}" hidden>
        ${icon('copy')} <span data-label>Copy<span class="visually-hidden"> code</span></span>
      </button>
    </div>
  </li>`
}
