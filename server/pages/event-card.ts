import { html } from 'hono/html'

import { offsetTime, soonDate } from '#server/catalogue/dates.ts'

import { eventTitle } from './event-title.ts'
import { icon } from './icon.ts'
import { offer, type Event } from './offer.ts'
import { picture } from './picture.ts'
import { cardPrice } from './price.ts'

/**
 * Renders events as cards with picture, date, place and lowest price; `now` is the shop's time. Cards below a heading of their own are
 * `isBelow`.
 */
export function eventCards(events: Event[], now: Date, { isFirst = true, isBelow = false } = {}) {
  return html`<ul class="cards" role="list">
    ${events.map((event, index) => eventCard(event, now, { isFirst: isFirst && index === 0, isBelow }))}
  </ul>`
}

/** Stands where the cards would. */
export const nothingOnSale = html`<p>
  Nothing is on sale at the moment. <a href="/mailing-list">Get an email when there is</a>.
</p>`

function eventCard(event: Event, now: Date, { isFirst, isBelow }: { isFirst: boolean; isBelow: boolean }) {
  const link = html`<a href="/events/${event.id}/">${eventTitle(event.title)}</a>`
  const { isSoldOut, isAlmostSoldOut, cheapest, hasPrices, first, more } = offer(event)
  const price = cheapest && html`<span>${hasPrices ? 'from ' : ''}${cardPrice(event, cheapest)}</span>`
  return html`<li class="card">
    <div class="card-picture">
      ${picture(event.picture, { isFirst })}
      ${event.category && html`<span class="tag">${event.category}</span>`}
    </div>
    <div class="card-text">
      <p class="card-date">
        ${
          first
            ? html`<time datetime="${offsetTime(first.starts_at)}">${soonDate(first.starts_at, now)}</time>`
            : 'No dates at the moment'
        }${more ? html` <span class="quiet">and ${more} more</span>` : ''}
      </p>
      ${isBelow ? html`<h3 class="card-title">${link}</h3>` : html`<h2 class="card-title">${link}</h2>`}
      ${
        event.venue_name &&
        html`<p class="quiet icon-line">
          ${icon(event.livestream_url ? 'screen' : 'place', 18)} <span>${event.venue_name}</span>
        </p>`
      }
      <p class="card-price">
        ${isSoldOut ? html`<span class="mark" data-look="danger">Sold out</span>` : price}
        ${isAlmostSoldOut ? html`<span class="mark" data-look="warning">Few left</span>` : ''}
      </p>
    </div>
  </li>`
}
