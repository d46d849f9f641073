import type { Context } from 'hono'
import { html } from 'hono/html'

import { dayOrToday } from '#server/catalogue/dates.ts'
import type { ShopEnv } from '#server/http/env.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import { stock, type Event } from '#server/pages/offer.ts'
import { priceRow, ticketPrice } from '#server/pages/price.ts'
import { dateHeading } from '#server/pages/whole-dates.ts'
import type { Line } from '#server/waiting-room/line.ts'
import { ticketsPath } from '#server/waiting-room/pass-waiting-room.ts'
import type { Place } from '#server/waiting-room/places.ts'

import { closing, isWalkIn, number, outlook, paused, turn } from './room-words.ts'
import { joinForm } from './waiting-room-page.ts'

/** The line of an event as somebody finds it who looks at the event's page, and the place in it that they have. */
interface Room {
  line: Line | null
  place: Place | null
}

/**
 * The prices of an event that is sold through a waiting room, what to expect now, and the way into it, or back to the place of a
 * visitor who has one, with how it works below.
 */
export function roomOffer(
  c: Context<ShopEnv>,
  event: Event,
  { now, line, place }: Room & { now: Date },
): Content {
  const words = hasPlace(place) ? ownPlace(line, place) : line ? outlook(line) : ''
  const isDirect = !!line && !hasPlace(place) && isWalkIn(line)
  const isWaiting = place?.status === 'waiting' || !!(line && !hasPlace(place) && !isDirect)
  const opens = event.dates.every(({ is_on_sale }) => !is_on_sale)
    ? event.dates.find(({ opens_later }) => opens_later)?.sale_opens_at
    : null
  return html`<div class="panel">
    <h2>Tickets</h2>
    ${event.dates.map(
      (date) =>
        html`<section class="date">
          <h3>${dateHeading(date)}</h3>
          <ul class="prices" role="list">
            ${date.ticket_types.map((type) =>
              priceRow(
                html`${type.name}
                ${stock(type) === 'none' ? html`<span class="mark" data-look="danger">Sold out</span>` : ''}`,
                ticketPrice(event, type),
              ),
            )}
          </ul>
        </section>`,
    )}
    ${
      words &&
      html`<p class="icon-line" ${isDirect && html`data-look="success"`}>
        ${icon(isDirect ? 'check' : 'clock')} <strong>${words}</strong>
      </p>`
    }
    ${opens ? html`<p><strong>On sale from ${dayOrToday(opens, now)}.</strong></p>` : ''}
    ${joinForm(c, {
      eventId: event.id,
      back: ticketsPath(event.id),
      label: entryLabel({ line, place }),
    })}
    <p class="quiet small">
      ${isDirect ? '' : 'So that everybody gets a fair chance, buyers wait in one line.'}
      ${opens ? 'Those who are here at the opening get their places at random.' : ''}
      ${line && !place?.is_admitted && admissions(line)}
    </p>
    ${
      isWaiting
        ? html`<p class="quiet small">
            While you wait: ${closing.can.replace(/^You/, 'you')} ${opens ? closing.lobby : closing.line}
          </p>`
        : ''
    }
  </div>`
}

/** Whether a visitor waits, or is admitted in another browser. */
const hasPlace = (place: Place | null): place is Place => place?.status === 'waiting' || !!place?.is_admitted

/** Says what has become of a visitor's own place. */
function ownPlace(line: Line | null, { is_admitted }: Place): string {
  if (is_admitted) return 'It is your turn in another browser.'
  if (!line?.is_on_sale) return 'You have a place.'
  return `You have a place in the line.${line.capacity === 0 ? ` ${paused}` : ''}`
}

/** What the button is called that leads into the waiting room, or through it whoever goes straight in. */
export function entryLabel({ line, place }: Room): string {
  if (hasPlace(place)) return 'Go to your place'
  return line && isWalkIn(line) ? 'Choose tickets' : 'Join the waiting room'
}

/** Says how many are let in at once, and for how long. */
function admissions({ capacity, minutes }: Line): string {
  return capacity
    ? `Up to ${number(capacity)} ${capacity === 1 ? 'person buys' : 'people buy'} at a time, with ${turn(minutes)} ${capacity === 1 ? '' : 'each '}to choose and reserve.`
    : ''
}
