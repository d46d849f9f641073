import { html } from 'hono/html'

import { money } from '#server/catalogue/price-text.ts'
import type { Currency } from '#server/database/tables.ts'
import { priceWords, type Priced } from '#src/lib/price-words.ts'

import type { Content } from './layout.ts'
import type { Event, TicketType } from './offer.ts'

type PricedEvent = Pick<Event, 'currency' | 'hide_booking_fee'>

/** Draws a price: what will be charged, and in small type its price and fee. */
export function priceView(price: Priced, currency: Currency): Content {
  const { charged, parts } = priceWords(price, (pence) => money(pence, currency), 'Free')
  return html`<strong>${charged}</strong>${parts && html` <span class="quiet small">${parts}</span>`}`
}

/** The price of a ticket. */
export function ticketPrice(event: PricedEvent, type: TicketType): Content {
  return priceView(priceOf(event, type), event.currency)
}

/** The price of a ticket on an event's card, where a fee inside it is told as a sum, too, so that cards compare. */
export function cardPrice(event: PricedEvent, type: TicketType): Content {
  return priceView({ ...priceOf(event, type), isFeeInside: false }, event.currency)
}

/** A row of a list of prices. */
export const priceRow = (name: Content | string, price: Content): Content =>
  html`<li>
    <span>${name}</span>
    <span>${price}</span>
  </li>`

/** The price of a ticket and its fee, in pence; as in the basket, an event that hides an absorbed fee has it beside the price. */
export const priceOf = (
  { hide_booking_fee }: Pick<Event, 'hide_booking_fee'>,
  { price, booking_fee, absorb_fee }: TicketType,
): Priced => ({ price, fee: booking_fee, isFeeInside: absorb_fee && !hide_booking_fee })
