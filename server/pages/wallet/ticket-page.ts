import { Hono, type Context } from 'hono'
import { html } from 'hono/html'

import { dateSpan, niceDate, niceDay, niceTime } from '#server/catalogue/dates.ts'
import { calendarEntry, directionsTo, placeOf } from '#server/catalogue/event-blocks.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { HttpError } from '#server/http/http-errors.ts'
import { madeFile } from '#server/http/made-file.ts'
import { isUuid } from '#server/database/uuid.ts'
import { calendarChoices, calendarFile } from '#server/outbox/calendar.ts'
import { eventTitle } from '#server/pages/event-title.ts'
import { icon } from '#server/pages/icon.ts'
import { problem, showPage } from '#server/pages/layout.ts'
import { picture } from '#server/pages/picture.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { ticketPath } from '#server/delivery/addresses.ts'
import { describeError } from '#server/log.ts'
import type { PassProvider } from '#server/providers/wallet-passes/pass-provider.ts'
import { readOwner } from '#server/wallet/owner.ts'
import { passTicket } from '#server/wallet/pass-ticket.ts'
import { ticketsFile } from '#server/wallet/pdf/pdf-files.ts'
import { printedTickets } from '#server/wallet/pdf/ticket-pdf.ts'
import { drawQr } from '#server/wallet/qr.ts'
import { findTicket, readTicketsOf } from '#server/wallet/read-tickets.ts'
import { readTicketPlans } from '#server/wallet/ticket-plans.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'

import { groupedReference } from './grouped-reference.ts'
import { keepOffline } from './keep-offline.ts'
import { notFound } from './not-found.ts'
import { passLinks } from './pass-links.ts'
import { sendFile } from '#server/http/send-file.ts'
import { whyNoCode } from './ticket-words.ts'
import { keepPostcodes } from '#src/lib/postcode.ts'
import { labelsInWords, ticketInWords } from '#src/checkout/rules/seat-words.ts'

/** A page for each ticket, to be shown at the door; also as PDF, calendar file and passes for wallets on phones. */
export function ticketPage(passes: PassProvider[]): Hono<ShopEnv> {
  const routes = new Hono<ShopEnv>()

  routes.get('/account/tickets/:id/', async (c) => {
    const ticket = await ownTicket(c)
    return ticket ? showTicket(c, passes, ticket) : notFound(c)
  })

  routes.get('/account/tickets/:id/ticket.pdf', async (c) => {
    const ticket = await ownTicket(c)
    if (!ticket?.code) return notFound(c)
    const title = `Ticket for ${ticket.title}`
    const work = ticketsFile(printedTickets([ticket]), title, ticket.paid_at ?? ticket.starts_at)
    const content = await madeFile(c, work)
    return sendFile(c, { filename: `ticket-${ticket.code}.pdf`, contentType: 'application/pdf', content })
  })

  routes.get('/account/tickets/:id/event.ics', async (c) => {
    const ticket = await ownTicket(c)
    return ticket ? sendFile(c, calendarFile(entryOf(ticket), c.var.config.origin)) : notFound(c)
  })

  routes.get('/account/tickets/:id/pass/:wallet/', async (c) => {
    const ticket = await ownTicket(c)
    const entry = ticket && passTicket(ticket, c.var.config.origin)
    const provider = passes.find(({ id }) => id === c.req.param('wallet'))
    if (!entry || !provider) return notFound(c)
    try {
      const pass = await provider.makePass(entry, (work) => madeFile(c, work))
      return 'file' in pass ? sendFile(c, pass.file) : c.redirect(pass.address, 303)
    } catch (error) {
      if (error instanceof HttpError) throw error
      c.var.log({ event: 'wallet pass not made', provider: provider.id, ...describeError(error) })
      const why = `We couldn't make the pass for ${provider.name}. Your ticket is valid as it is: show its code below at the door, or save it as PDF.`
      return showTicket(c, passes, ticket, why)
    }
  })
  return routes
}

/** Shows a ticket, with an error message if something failed. */
async function showTicket(
  c: Context<ShopEnv>,
  passes: PassProvider[],
  ticket: WalletTicket,
  why = '',
): Promise<Response> {
  const { db, session } = c.var
  const all = await readTicketsOf(db, await readOwner(db, session), ticket.sale_id)
  const plans = await readTicketPlans(db, [ticket])
  return showPage(c, {
    title: `Ticket for ${ticket.title}`,
    status: why ? 503 : 200,
    parts: 'wallet',
    content: html`<div class="title-row">
        <a class="back" href="/account/wallet/">${icon('back')} Ticket wallet</a>
        ${ticket.order_reference ? html`<a href="${orderPath(ticket.order_reference)}">Order ${groupedReference(ticket.order_reference)}</a>` : ''}
      </div>
      ${problem(why)}
      <div class="ticket">
        ${pass(ticket, passes, plans.get(ticket.id))} ${others(ticket, all)} ${actions(ticket)}
      </div>
      ${keepOffline(c)}`,
  })
}

async function ownTicket(c: Context<ShopEnv>): Promise<WalletTicket | undefined> {
  const { db, session } = c.var
  const id = c.req.param('id') ?? ''
  return isUuid(id) ? findTicket(db, await readOwner(db, session), id) : undefined
}

const entryOf = (ticket: WalletTicket) => calendarEntry({ ...ticket, id: ticket.event_date_id })

/** Renders the ticket: the code, which is held up at the door, and under the tear line what is read there. */
function pass(ticket: WalletTicket, passes: PassProvider[], plan = '') {
  return html`<article class="stub pass">
    <div class="stub-body">
      <div class="pass-head">
        ${picture(ticket.picture, { isFirst: true })}
        <div>
          <h1>${eventTitle(ticket.title)}</h1>
          <p>${niceDay(ticket.starts_at)}</p>
        </div>
      </div>
      ${ticket.code ? codeView(ticket, ticket.code) : noCodeView(ticket)} ${usedView(ticket)}
      ${plan && html`<p>${wholeDates(plan)}</p>`}
    </div>
    <div class="stub-foot">
      <dl class="pass-facts">
        ${ticket.doors_at ? fact('Doors', niceTime(ticket.doors_at)) : ''}
        ${fact('Starts', niceTime(ticket.starts_at))}
        ${ticket.state === 'transferred' ? '' : fact('Ticket holder', ticket.holder)}
        ${fact('Ticket', ticket.name)} ${fact('Seat', labelsInWords([ticket.seat]))}
        ${fact('Place', keepPostcodes(placeOf(ticket)))}
      </dl>
      ${passLinks(passes, ticket, 'buttons')}
    </div>
  </article>`
}

function fact(name: string, value: string) {
  return value
    ? html`<div>
        <dt>${name}</dt>
        <dd>${value}</dd>
      </div>`
    : ''
}

function codeView({ name, seat }: WalletTicket, code: string) {
  const { path, size } = drawQr(code)
  const qr = html`<svg
    class="qr"
    viewBox="0 0 ${size} ${size}"
    role="img"
    aria-label="QR code of the ticket"
    shape-rendering="crispEdges"
  >
    <path d="${path}" />
  </svg>`
  return html`<div class="code">${qr} <code>${code}</code></div>
    <button class="button" data-look="primary" data-open="scan" hidden>
      ${icon('expand')} Show full screen
    </button>
    <dialog class="scan" id="scan" aria-label="Ticket to be scanned">
      <div class="code">
        ${qr} <code>${code}</code>
        <p>${ticketInWords(name, seat)}</p>
      </div>
      <form method="dialog"><button class="button" data-look="secondary">Close</button></form>
    </dialog>`
}

function usedView({ code, admitted_at }: WalletTicket) {
  return code && admitted_at ? html`<p class="quiet">Used at the door on ${niceDate(admitted_at)}</p>` : ''
}

function noCodeView(ticket: WalletTicket) {
  const explanations = {
    ready: '',
    posted: 'There is nothing to scan: it is sent to the address of the order in time for the event.',
    on_plan: 'Your ticket and its code appear here as soon as your payment plan is complete.',
    coming: 'Your ticket and its code appear here in a minute.',
    refunded: 'This ticket was refunded and no longer admits anybody.',
    transferred: 'It is in their wallet now. The code that you had no longer admits anybody.',
  } satisfies Record<WalletTicket['state'], string>
  return html`<p class="pass-state" data-state="${ticket.state}"><strong>${whyNoCode(ticket)}</strong></p>
    <p class="quiet">${explanations[ticket.state]}</p>`
}

function others(ticket: WalletTicket, all: WalletTicket[]) {
  if (all.length < 2) return ''
  const place = all.findIndex(({ id }) => id === ticket.id)
  // Where there is none, the row stays as it is: its buttons are pressed again and again.
  const link = (to: WalletTicket | undefined, rel: 'prev' | 'next', words: string) => {
    const label = html`${words}<span class="visually-hidden"> ticket</span>`
    return to
      ? html`<a
          class="button"
          data-look="secondary"
          rel="${rel}"
          href="${ticketPath(to.id)}"
          ${to.code ? 'data-keep' : ''}
          >${label}</a
        >`
      : html`<a class="button" data-look="secondary" role="link" aria-disabled="true">${label}</a>`
  }
  return html`<nav class="pass-others" aria-label="Tickets of this order">
    ${link(all[place - 1], 'prev', 'Previous')}
    <span class="quiet">Ticket ${place + 1} of ${all.length}</span>
    ${link(all[place + 1], 'next', 'Next')}
  </nav>`
}

function actions(ticket: WalletTicket) {
  const way = directionsTo(ticket)
  const row = (name: Parameters<typeof icon>[0], href: string, words: string, note = '') =>
    html`<li>
      <a href="${href}">${icon(name)} <span>${words}${note && html`<small>${note}</small>`}</span></a>
    </li>`
  return html`<ul class="panel links" role="list">
    ${way && row('place', way, 'Get directions', keepPostcodes(placeOf(ticket)))}
    ${ticket.watch_url && row('screen', ticket.watch_url, 'Watch online')}
    <li>${calendars(ticket)}</li>
    ${ticket.code && row('file', `${ticketPath(ticket.id)}ticket.pdf`, 'Save as PDF', 'To print or to keep')}
    ${ticket.is_past && html`<li class="quiet small">This event was on ${niceDate(ticket.starts_at)}.</li>`}
  </ul>`
}

function calendars(ticket: WalletTicket) {
  const choices = calendarChoices(entryOf(ticket), `${ticketPath(ticket.id)}event.ics`)
  return html`<details class="fold calendars">
    <summary>
      ${icon('calendar')} <span>Add to calendar<small>${dateSpan(ticket)}</small></span> ${icon('forward')}
    </summary>
    <ul role="list">
      ${choices.map(({ text, href }) => html`<li><a href="${href}">${text}</a></li>`)}
    </ul>
  </details>`
}
