import { Hono } from 'hono'
import { html } from 'hono/html'

import { niceDate, ukDate } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import { readBoughtVouchers, readWallet } from '#server/delivery/wallet.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { plural } from '#src/lib/plural.ts'

import { icon } from './icon.ts'
import { showPage, tokenField } from './layout.ts'

type Ticket = Awaited<ReturnType<typeof readWallet>>[number]
type Voucher = Awaited<ReturnType<typeof readBoughtVouchers>>[number]

/** The visitor's tickets, each with its entry code [DONE-19]. */
export const walletPage = new Hono<ShopEnv>()

walletPage.get('/account/wallet/', async (c) => {
  const { db, session } = c.var
  const tickets = await readWallet(db, session)
  const vouchers = await readBoughtVouchers(db, session)
  if (!session.userId && tickets.length + vouchers.length === 0)
    return c.redirect(`/signin/?${new URLSearchParams({ next: '/account/wallet/' })}`, 303)
  const byDate = [...Map.groupBy(tickets, (ticket) => ticket.event_date_id).values()]
  return showPage(c, {
    title: 'Ticket wallet',
    content: html`<div class="title-row">
        <h1>Your tickets</h1>
        ${
          session.userId
            ? html`<div class="actions">
                <a href="/account/">Account settings</a>
                <form method="post" action="/signout/">
                  ${tokenField(c)}
                  <button class="link">Sign out</button>
                </form>
              </div>`
            : html`<a href="/signin/">Sign in to see all</a>`
        }
      </div>
      ${
        byDate.length
          ? byDate.map(eventTickets)
          : html`<p class="lead">You have no tickets yet.</p>
              <p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`
      }
      ${
        vouchers.length
          ? html`<h2>Gift vouchers you bought</h2>
              <ul class="stack" role="list">
                ${vouchers.map(voucherView)}
              </ul>`
          : ''
      }`,
  })
})

function eventTickets(tickets: Ticket[]) {
  const [first] = tickets
  if (!first) return ''
  const isOnline = first.livestream_url !== ''
  return html`<section class="stub">
    <div class="stub-body">
      <img src="${first.picture}" alt="" width="600" height="400" loading="lazy" />
      <div>
        <h2><a href="/events/${first.event_id}/">${first.title}</a></h2>
        <p>${icon('calendar', 18)} ${niceDate(first.starts_at)}</p>
        <p class="quiet">
          ${icon(isOnline ? 'screen' : 'place', 18)}
          ${
            isOnline
              ? html`<a href="${first.livestream_url}">Watch online</a>`
              : [first.venue_name, first.venue_full_address].filter(Boolean).join(', ')
          }
        </p>
      </div>
    </div>
    <div class="stub-foot">
      <p class="quiet small">
        ${tickets.length} ${plural(tickets.length, 'ticket')}, order ${first.order_reference}
      </p>
      <ul class="codes" role="list">
        ${tickets.map(
          (ticket) =>
            html`<li>
              <span>${ticket.name}</span>
              ${
                ticket.released_at
                  ? html`<code>${ticket.code}</code>`
                  : html`<span class="quiet">${whenReleased(ticket)}</span>`
              }
            </li>`,
        )}
      </ul>
    </div>
  </section>`
}

function whenReleased({ is_on_plan, last_due_at }: Ticket): string {
  return is_on_plan && last_due_at ? `After your last payment on ${ukDate(last_due_at)}` : 'On its way'
}

function voucherView(voucher: Voucher) {
  return html`<li class="panel voucher">
    <div>
      <strong>${money(voucher.value, voucher.currency)}, ${voucher.organiser_name}</strong>
      <p class="quiet small">
        ${money(voucher.balance, voucher.currency)} left, until ${ukDate(voucher.expires_at)}
      </p>
    </div>
    <code>${voucher.code}</code>
  </li>`
}
