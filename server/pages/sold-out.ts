import { html } from 'hono/html'

import { niceDay, niceTime } from '#server/catalogue/dates.ts'

import type { Content } from './layout.ts'
import { stock, type Event, type EventDate } from './offer.ts'

/** Whether nothing of a date that is on sale can be bought any more. */
export function isSoldOut({
  is_on_sale,
  ticket_types,
}: Pick<EventDate, 'is_on_sale' | 'ticket_types'>): boolean {
  return (
    Boolean(is_on_sale) && ticket_types.length > 0 && ticket_types.every((type) => stock(type) === 'none')
  )
}

/** The id of a date on the event's page. */
export const dateAnchor = ({ id }: Pick<EventDate, 'id'>) => `date-${id}`

/** The ways on from what is sold out: other dates of the event, its organiser, who knows of returned tickets, and news. */
export function waysOn(event: Event): Content {
  const open = event.dates.filter((date) => date.is_on_sale && !isSoldOut(date))
  return html`<ul class="ways-on small" role="list">
    ${open.map(
      (date) =>
        html`<li>
          <a href="#${dateAnchor(date)}">See ${niceDay(date.starts_at)}, ${niceTime(date.starts_at)}</a>
        </li>`,
    )}
    <li>
      <a href="/organisers/${event.organiser_id}/">Ask ${event.organiser_name} about returned tickets</a>
    </li>
    <li><a href="/mailing-list">Get an email about the next one</a></li>
  </ul>`
}
