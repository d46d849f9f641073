import type { Context } from 'hono'
import { html } from 'hono/html'

import { dayOrToday, niceDay, niceTime } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { Content } from '#server/pages/layout.ts'
import { stock, type Event } from '#server/pages/offer.ts'
import { ticketPrice } from '#server/pages/price.ts'

import { joinForm } from './waiting-room-page.ts'

/** The prices of an event that is sold through a waiting room, and the way into it. */
export function roomOffer(c: Context<ShopEnv>, event: Event, now: Date): Content {
  const opens = event.dates.every(({ is_on_sale }) => !is_on_sale)
    ? event.dates.find(({ opens_later }) => opens_later)?.sale_opens_at
    : null
  return html`<div class="panel">
    <h2>Tickets</h2>
    ${event.dates.map(
      (date) =>
        html`<section class="date">
          <h3>${niceDay(date.starts_at)}<span class="quiet">, ${niceTime(date.starts_at)}</span></h3>
          <ul class="prices" role="list">
            ${date.ticket_types.map(
              (type) =>
                html`<li>
                  <span>${type.name}</span>
                  ${
                    stock(type) === 'none'
                      ? html`<span class="mark" data-look="danger">Sold out</span>`
                      : html`<span>${ticketPrice(event, type)}</span>`
                  }
                </li>`,
            )}
          </ul>
        </section>`,
    )}
    <p>
      ${opens ? html`<strong>On sale from ${dayOrToday(opens, now)}.</strong>` : ''} So that everybody gets a
      fair chance, buyers wait in one line.
      ${opens ? 'Those who are here at the opening get their places at random.' : ''}
    </p>
    ${joinForm(c, { eventId: event.id, back: `/events/${event.id}/`, label: 'Join the waiting room' })}
  </div>`
}
