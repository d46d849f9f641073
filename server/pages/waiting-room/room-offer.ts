import type { Context } from 'hono'
import { html } from 'hono/html'

import { dayOrToday } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import { stock, type Event } from '#server/pages/offer.ts'
import { ticketPrice } from '#server/pages/price.ts'
import { dateHeading } from '#server/pages/whole-dates.ts'
import { readLine, type Line } from '#server/waiting-room/line.ts'

import { closing, isWalkIn, number, outlook, turn } from './room-words.ts'
import { joinForm } from './waiting-room-page.ts'

/** The prices of an event that is sold through a waiting room, what to expect of that, and the way into it. */
export async function roomOffer(c: Context<ShopEnv>, event: Event, now: Date): Promise<Content> {
  const line = await readLine(c.var.db, event.id)
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
    ${line && html`<p class="icon-line">${icon('clock')} <strong>${outlook(line)}</strong></p>`}
    <p>
      ${opens ? html`<strong>On sale from ${dayOrToday(opens, now)}.</strong>` : ''} So that everybody gets a
      fair chance, buyers wait in one line.
      ${opens ? 'Those who are here at the opening get their places at random.' : ''}
      ${line && admissions(line)}
    </p>
    ${
      line && !isWalkIn(line)
        ? html`<p class="quiet small">
            While you wait: ${closing.can.replace(/^You/, 'you')} ${opens ? closing.lobby : closing.line}
          </p>`
        : ''
    }
    ${joinForm(c, { eventId: event.id, back: `/events/${event.id}/`, label: 'Join the waiting room' })}
  </div>`
}

/** Says how many are let in at once, and for how long. */
function admissions({ capacity, minutes }: Line): string {
  return capacity
    ? `Up to ${number(capacity)} ${capacity === 1 ? 'person buys' : 'people buy'} at a time, and each has ${turn(minutes)} to choose and reserve.`
    : ''
}
