import { html } from 'hono/html'

import { dateSpan, niceTime } from '#server/catalogue/dates.ts'
import { directionsTo, placeOf } from '#server/catalogue/event-blocks.ts'
import { icon } from '#server/pages/icon.ts'
import type { Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { keepPostcodes } from '#src/lib/postcode.ts'

type Place = Parameters<typeof directionsTo>[0]

interface EventFacts extends Place {
  starts_at: Date
  ends_at: Date | null
  doors_at: Date | null
  /** Where the holder of a ticket watches an event online. */
  watch_url?: string
}

/** Renders when the event of a ticket is, and where if that is known, with directions or the livestream. */
export function eventFacts(event: EventFacts): Content {
  const { doors_at } = event
  return html`<p class="icon-line">${icon('calendar', 18)} <span>${wholeDates(dateSpan(event))}</span></p>
    ${doors_at && html`<p class="icon-line">${icon('door', 18)} <span>Doors ${niceTime(doors_at)}</span></p>`}
    ${(placeOf(event) || directionsTo(event)) && html`<p class="icon-line">${place(event)}</p>`}`
}

function place(event: EventFacts): Content {
  if (event.livestream_url)
    return html`${icon('screen', 18)}
      <span
        >${event.watch_url ? html`<a class="alone" href="${event.watch_url}">Watch online</a>` : placeOf(event)}</span
      >`
  const { venue_name: venue, venue_full_address: address } = event
  const named = `${venue}, `
  const street = address === venue ? '' : address.startsWith(named) ? address.slice(named.length) : address
  const way = directionsTo(event)
  return html`${icon('place', 18)}
    <span class="venue"
      >${venue && html`<span>${venue}</span> `}${street && html`<span class="quiet">${keepPostcodes(street)}</span> `}${way && html`<a class="alone" href="${way}">Get directions</a>`}</span
    >`
}
