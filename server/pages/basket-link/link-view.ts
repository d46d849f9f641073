import { html } from 'hono/html'

import { money } from '#server/catalogue/price-text.ts'
import { eventTitle } from '#server/pages/event-title.ts'
import { icon } from '#server/pages/icon.ts'
import { problem, tokenField, type Content, type PageContext } from '#server/pages/layout.ts'
import { priceRow, priceView } from '#server/pages/price.ts'
import { times } from '#src/lib/price-words.ts'

import type { LinkOffer, TicketLine, VoucherLine } from './look-up.ts'
import type { Signature } from './sign-link.ts'

interface LinkText {
  title: string
  /** Where the form is sent: the link itself. */
  address: string
  /** What the button adds. */
  shown: string
  /** Why nothing was added. */
  message: string
  code: string
  signature: Signature
  /** The visitor has something in the basket. */
  isOccupied: boolean
}

const notices = {
  wrong: 'The offer of this link is not valid. These are the usual prices.',
  expired: 'The offer of this link has ended. These are the usual prices.',
}

/** What a link would add, what it cannot, and the button that adds it. */
export function linkView(c: PageContext, offer: LinkOffer, text: LinkText): Content {
  const { title, message, signature, isOccupied, code, address, shown } = text
  const { tickets, vouchers, seated, problems, event, inBasket } = offer
  const lines = [...tickets, ...vouchers]
  const canAdd = lines.length > 0 || (code !== '' && seated.length === 0 && inBasket > 0)
  return html`<h1>${eventTitle(title)}</h1>
    ${problem(message)}
    ${signature === 'wrong' || signature === 'expired' ? html`<p class="notice" data-look="danger">${icon('error')} ${notices[signature]}</p>` : ''}
    ${problems.length > 0 ? problemList(offer) : ''}
    <form class="panel" method="post" action="${address}">
      ${tokenField(c)}
      <input type="hidden" name="shown" value="${shown}" />
      ${lines.length > 0 ? lineList(offer) : ''}
      ${inBasket > 0 ? html`<p class="quiet">${lines.length > 0 ? 'The rest' : 'All'} of this link is in your basket already.</p>` : ''}
      ${code && canAdd ? html`<p>Your basket will show the price with the code <strong>${code}</strong>.</p>` : ''}
      ${seated.length > 0 ? seatList(offer, canAdd ? '' : code) : ''}
      ${
        canAdd
          ? html`<div class="actions">
              <button class="button" data-look="primary">
                ${lines.length > 0 ? 'Add to basket' : 'Use the code'}
              </button>
              ${event ? html`<a class="alone" href="/events/${event.id}/">About the event</a>` : ''}
            </div>`
          : ''
      }
      ${isOccupied ? html`<p class="quiet small">What you have in your basket stays there.</p>` : ''}
    </form>
    ${canAdd || seated.length > 0 ? '' : html`<p><a class="button" data-look="secondary" href="/all-events/">Browse events</a></p>`}`
}

function lineList({ tickets, vouchers, event, delivery }: LinkOffer): Content {
  const lines: (TicketLine | VoucherLine)[] = [...tickets, ...vouchers]
  const currency = lines[0]?.currency ?? 'GBP'
  const total = lines.reduce((sum, { lacks, price }) => sum + lacks * (price.price + price.fee), delivery)
  const isOneCurrency = lines.every((line) => line.currency === currency)
  return html`<ul class="prices" role="list">
      ${lines.map(({ title, detail, lacks, price, isPosted, currency }) =>
        priceRow(
          html`${lacks} ×
          ${event ? '' : html`<strong>${title}</strong>, `}${detail}${
            isPosted ? html`<br /><span class="quiet small">Sent by post</span>` : ''
          }`,
          priceView(times(lacks, price), currency),
        ),
      )}
      ${delivery > 0 && isOneCurrency ? priceRow('Delivery', html`<strong>${money(delivery, currency)}</strong>`) : ''}
      ${
        (lines.length > 1 || delivery > 0) && isOneCurrency
          ? priceRow(html`<strong>Total</strong>`, priceView({ price: total, fee: 0 }, currency))
          : ''
      }
    </ul>
    <p class="quiet small">Prices include all booking fees.</p>`
}

function problemList({ problems, tickets, vouchers }: LinkOffer): Content {
  return html`<div class="notice" data-look="danger" role="alert">
    ${icon('error')}
    <div>
      <p>
        ${tickets.length + vouchers.length > 0 ? 'Not everything can be added:' : 'These tickets cannot be added:'}
      </p>
      <ul>
        ${problems.map(
          ({ title, text, page }) =>
            html`<li>
              ${title ? html`<a href="${page}">${title}</a>, ${text}` : html`<a href="${page}">${text}</a>`}
            </li>`,
        )}
      </ul>
    </div>
  </div>`
}

function seatList({ seated, tickets, vouchers }: LinkOffer, code: string): Content {
  const hasMore = tickets.length + vouchers.length > 0
  return html`<ul class="prices" role="list">
      ${seated.map(
        ({ title, detail, lacks, dateId }) =>
          html`<li>
            <span>${lacks} × <strong>${title}</strong>, ${detail}</span>
            <a class="alone" href="/events/book_seats/${dateId}/">Choose seats</a>
          </li>`,
      )}
    </ul>
    ${hasMore ? html`<p class="quiet small">You choose the seats after the rest was added.</p>` : ''}
    ${code ? html`<p>Choose the seats first; then open this link again to use the code <strong>${code}</strong>.</p>` : ''}`
}
