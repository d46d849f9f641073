import { html } from 'hono/html'

import { money } from '#server/catalogue/price-text.ts'
import type { Currency } from '#server/database/tables.ts'
import { priceWords, type Priced } from '#src/lib/price-words.ts'

import type { Content } from './layout.ts'
import type { Event, TicketType } from './offer.ts'

/** Draws a price: what will be charged, and in small type its price and fee, unless they are hidden. */
export function priceView(price: Priced, currency: Currency, areHidden = false): Content {
  const { charged, parts } = priceWords(price, (pence) => money(pence, currency), 'Free')
  const areShown = parts !== '' && !areHidden
  return html`<strong>${charged}</strong>${areShown ? html` <span class="quiet small">${parts}</span>` : ''}`
}

/** The price of a ticket, whose parts the event may hide. */
export function ticketPrice(event: Pick<Event, 'currency' | 'hide_booking_fee'>, type: TicketType): Content {
  return priceView(priceOf(type), event.currency, event.hide_booking_fee)
}

/** The price of a ticket on an event's card, where a fee inside it is told as a sum, too, so that cards compare. */
export function cardPrice(event: Pick<Event, 'currency' | 'hide_booking_fee'>, type: TicketType): Content {
  return priceView({ ...priceOf(type), isFeeInside: false }, event.currency, event.hide_booking_fee)
}

/** A row of a list of prices. */
export const priceRow = (name: Content | string, price: Content): Content =>
  html`<li>
    <span>${name}</span>
    <span>${price}</span>
  </li>`

/** The price of a ticket and its fee, in pence. */
export const priceOf = ({ price, booking_fee, absorb_fee }: TicketType): Priced => ({
  price,
  fee: booking_fee,
  isFeeInside: absorb_fee,
})
