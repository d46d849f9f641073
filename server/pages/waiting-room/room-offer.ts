import type { Context } from 'hono'
import { html } from 'hono/html'

import { dayOrToday } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import type { Content } from '#server/pages/layout.ts'
import { stock, type Event } from '#server/pages/offer.ts'
import { ticketPrice } from '#server/pages/price.ts'
import { dateHeading } from '#server/pages/whole-dates.ts'

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
          <h3>${dateHeading(date)}</h3>
          <ul role="list">
            ${date.ticket_types.map(
              (type) =>
                html`<li class="row">
                  <span class="row-name">${type.name}</span>
                  <div class="row-price">${ticketPrice(event, type)}</div>
                  ${stock(type) === 'none' ? html`<p class="mark row-choice" data-look="danger">Sold out</p>` : ''}
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
