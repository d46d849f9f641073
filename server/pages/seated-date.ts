import { html } from 'hono/html'

import { plural } from '#src/lib/plural.ts'

import type { Content } from './layout.ts'
import { stock, type Event, type EventDate, type TicketType } from './offer.ts'
import { ticketPrice } from './price.ts'
import { policiesOf, type TicketNotes } from './ticket-notes.ts'

/** Fewer free seats than this are shown as a number. */
const fewSeats = 50

/** The prices of a date with numbered seats, and the way to its seating plan. */
export function seatedDate(event: Event, { id, ticket_types }: EventDate, notes: TicketNotes): Content {
  const left = seatsLeft(ticket_types)
  const hasFees = !event.hide_booking_fee && ticket_types.some(({ booking_fee }) => booking_fee > 0)
  return html`<ul class="prices" role="list">
      ${ticket_types.map(
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
    ${hasFees ? html`<p class="quiet small">Prices include the booking fee.</p>` : ''}
    ${policiesOf(ticket_types, notes).map((policy) => html`<p class="quiet small">${policy}</p>`)}
    ${
      left > 0 && left < fewSeats
        ? html`<p class="mark" data-look="warning">Only ${left} ${plural(left, 'seat')} left</p>`
        : ''
    }
    ${
      left > 0
        ? html`<a class="button seats-link" data-look="primary" href="/events/book_seats/${id}/"
            >Choose seats</a
          >`
        : ''
    }`
}

/** The seats left in all pools; ticket types of a pool share them. */
function seatsLeft(types: TicketType[]): number {
  const pools = new Map(types.map(({ pool_id, places_left }) => [pool_id, Math.max(0, places_left)]))
  return [...pools.values()].reduce((sum, left) => sum + left, 0)
}
