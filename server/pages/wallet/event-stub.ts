import { html } from 'hono/html'

import { niceDate } from '#server/catalogue/dates.ts'
import { eventTitle } from '#server/pages/event-title.ts'
import { icon } from '#server/pages/icon.ts'
import { picture } from '#server/pages/picture.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { orderPath } from '#server/basket/order-path.ts'
import { ticketPath } from '#server/delivery/addresses.ts'
import type { Offer } from '#server/delivery/transfers/read-offers.ts'
import type { PassProvider } from '#server/providers/wallet-passes/pass-provider.ts'
import type { WalletTicket } from '#server/wallet/wallet-ticket.ts'
import { plural } from '#src/lib/plural.ts'

import { eventFacts } from './event-facts.ts'
import { groupedReference } from './grouped-reference.ts'
import { passLinks } from './pass-links.ts'
import { whyNoCode } from './ticket-words.ts'
import { ticketInWords } from '#src/checkout/rules/seat-words.ts'

/** Groups tickets by event date. */
export function byDate(tickets: WalletTicket[]): WalletTicket[][] {
  return [...Map.groupBy(tickets, (ticket) => ticket.event_date_id).values()]
}

/**
 * Renders tickets for one event date on a stub: the event, and under the tear line its tickets, each with links to the
 * wallets of phones if `passes` has any, and how far their `plans` are paid. `linksOrder` is false on the page of the order
 * itself, which has `offers` too.
 */
export function eventStub(
  tickets: WalletTicket[],
  {
    passes = [],
    isFirst = false,
    linksOrder = true,
    offers = [],
    plans = new Map<string, string>(),
  }: {
    passes?: PassProvider[]
    isFirst?: boolean
    linksOrder?: boolean
    offers?: Offer[]
    plans?: Map<string, string>
  } = {},
) {
  const [first] = tickets
  if (!first) return ''
  const ready = tickets.filter(({ code }) => code)
  const shown = first.is_past ? undefined : ready[0]
  // The button leads to the only ticket, which needs no link besides.
  const isOnly = shown && tickets.length === 1
  const more = html`${offeredMarks(tickets, offers)} ${planLines(tickets, plans)}
  ${linksOrder ? orderLinks(tickets) : ''}`
  return html`<section class="stub">
    <div class="stub-body">
      ${picture(first.picture, { isFirst })}
      <div>
        <h2><a href="/events/${first.event_id}/">${eventTitle(first.title)}</a></h2>
        ${eventFacts(ready[0] ?? first)}
      </div>
    </div>
    <div class="stub-foot" ${isOnly ? html`data-look="only"` : ''}>
      ${
        isOnly
          ? html`<div>
              <p class="only-ticket">${nameOf(shown)}</p>
              ${passLinks(passes, shown, 'links')} ${more}
            </div>`
          : html`<ul class="ticket-rows" role="list">
                ${numbered(tickets).map((row) => ticketRow(row, passes))}
              </ul>
              ${more}`
      }
      ${
        shown
          ? html`<a
              class="button"
              data-look="primary"
              href="${ticketPath(shown.id)}"
              ${isOnly ? 'data-keep' : ''}
              >${icon('qr')} Show ${plural(ready.length, 'ticket')}<span class="visually-hidden">
                for ${first.title}, ${niceDate(first.starts_at)}</span
              ></a
            >`
          : ''
      }
    </div>
  </section>`
}

const nameOf = ({ name, seat }: WalletTicket) => ticketInWords(name, seat)

/** Gives each ticket a name of its own: those that would be named alike are numbered. */
function numbered(tickets: WalletTicket[]): { ticket: WalletTicket; words: string }[] {
  const alike = Map.groupBy(tickets, nameOf)
  return tickets.map((ticket) => {
    const words = nameOf(ticket)
    const some = alike.get(words) ?? []
    return {
      ticket,
      words: some.length > 1 ? `${words}, ${some.indexOf(ticket) + 1} of ${some.length}` : words,
    }
  })
}

function ticketRow({ ticket, words }: { ticket: WalletTicket; words: string }, passes: PassProvider[]) {
  return html`<li>
    <a href="${ticketPath(ticket.id)}" ${ticket.code && !ticket.is_past ? 'data-keep' : ''}
      ><span>${words} ${ticket.code ? '' : html`<small>${wholeDates(whyNoCode(ticket))}</small>`}</span>
      ${icon('forward')}</a
    >
    ${passLinks(passes, ticket, 'links')}
  </li>`
}

/** Says how many tickets are offered to whom. Which of them they are is decided when the offer is accepted. */
function offeredMarks(tickets: WalletTicket[], offers: Offer[]) {
  const byType = [...Map.groupBy(tickets, ({ ticket_type_id }) => ticket_type_id)]
  const marks = byType.flatMap(([type, own]) => {
    const left = own.filter(({ state }) => state !== 'transferred' && state !== 'refunded').length
    return offers
      .filter(({ status, ticket_type_id }) => status === 'offered' && ticket_type_id === type)
      .map(({ qty, name, ticket_name, is_gift, is_unsent, deliver_at }) => {
        const kind = byType.length > 1 ? `${ticket_name}: ` : ''
        const count = qty < left ? `${qty} of ${left} ` : ''
        const asGift = is_gift ? ' as a gift' : ''
        const when = is_unsent ? ` on ${niceDate(deliver_at)}` : ''
        const mark = `${kind}${count}${is_unsent ? 'to be sent' : 'offered'}${asGift} to ${name}${when}`
        return mark.replace(/^./, (first) => (kind ? first : first.toUpperCase()))
      })
  })
  return marks.length === 0
    ? ''
    : html`<ul class="offered" role="list">
        ${marks.map((mark) => html`<li class="icon-line">${icon('mail', 18)} <span>${mark}</span></li>`)}
      </ul>`
}

function planLines(tickets: WalletTicket[], plans: Map<string, string>) {
  const byOrder = new Map(
    tickets.flatMap(({ id, sale_id }) => {
      const line = plans.get(id)
      return line ? [[sale_id, line]] : []
    }),
  )
  return [...byOrder.values()].map((line) => html`<p class="small plan-line">${wholeDates(line)}</p>`)
}

function orderLinks(tickets: WalletTicket[]) {
  const references = new Set(
    tickets.flatMap(({ order_reference }) => (order_reference ? [order_reference] : [])),
  )
  return references.size === 0
    ? ''
    : html`<p class="quiet small">
        From
        ${[...references].map(
          (reference, index) =>
            html`${index > 0 ? ', ' : ''}<a href="${orderPath(reference)}"
                >order ${groupedReference(reference)}</a
              >`,
        )}
      </p>`
}
