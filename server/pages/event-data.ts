import { raw } from 'hono/html'

import { offsetTime } from '#server/catalogue/dates.ts'
import { decimal } from '#src/lib/money.ts'

import type { Content } from './layout.ts'
import { quantities, stock, toPay, type Event, type EventDate, type TicketType } from './offer.ts'

/**
 * Tells search engines and assistants of an event, in the terms of schema.org: each date with its tickets, their whole prices and
 * links that put them in a basket (docs/links.md). A block of data: it runs nothing, so the content security policy allows it.
 */
export function eventData(event: Event, shop: string): Content {
  const dates = event.dates.map((date) => dateData(event, date, shop))
  if (dates.length === 0) return ''
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': dates })
  // Nothing in it can end the element.
  return raw(`<script type="application/ld+json">${text.replaceAll('<', '\\u003c')}</script>`)
}

function dateData(event: Event, date: EventDate, shop: string) {
  const page = new URL(`/events/${event.id}/`, shop).href
  return {
    '@type': 'Event',
    '@id': `${page}#${date.id}`,
    name: event.title,
    description: event.blurb || undefined,
    url: page,
    image: event.picture ? [new URL(event.picture, shop).href] : undefined,
    startDate: offsetTime(date.starts_at),
    endDate: date.ends_at ? offsetTime(date.ends_at) : undefined,
    doorTime: date.doors_at ? offsetTime(date.doors_at) : undefined,
    eventStatus: 'https://schema.org/EventScheduled',
    eventAttendanceMode: `https://schema.org/${event.livestream_url ? 'Online' : 'Offline'}EventAttendanceMode`,
    location: event.livestream_url
      ? { '@type': 'VirtualLocation', url: page }
      : { '@type': 'Place', name: event.venue_name, address: event.venue_full_address },
    organizer: {
      '@type': 'Organization',
      name: event.organiser_name,
      url: new URL(`/organisers/${event.organiser_id}/`, shop).href,
    },
    offers: date.ticket_types.filter(isOffer).map((type) => offerData(event, date, type, shop)),
  }
}

/** A ticket that requires another one cannot be bought by itself. */
const isOffer = ({ needs_another }: TicketType) => !needs_another

function offerData({ currency, ...event }: Event, date: EventDate, type: TicketType, shop: string) {
  const least = quantities(type)[0] ?? Math.max(1, type.min_per_customer)
  const most = type.max_per_customer ?? undefined
  return {
    '@type': 'Offer',
    name: type.name,
    description: type.description || undefined,
    price: decimal(toPay(type)),
    priceCurrency: currency,
    availability: `https://schema.org/${availability(date, type)}`,
    validFrom: date.sale_opens_at ? offsetTime(date.sale_opens_at) : undefined,
    validThrough: date.sale_closes_at ? offsetTime(date.sale_closes_at) : undefined,
    eligibleQuantity:
      least > 1 || most ? { '@type': 'QuantitativeValue', minValue: least, maxValue: most } : undefined,
    shippingDetails: type.deliverable
      ? {
          '@type': 'OfferShippingDetails',
          shippingRate: { '@type': 'MonetaryAmount', value: decimal(type.delivery_cost), currency },
        }
      : undefined,
    url: new URL(
      `/buy/?event=${encodeURIComponent(event.id)}&ticket=${encodeURIComponent(type.id)}:${least}`,
      shop,
    ).href,
  }
}

function availability(date: EventDate, type: TicketType): string {
  if (stock(type) === 'none') return 'SoldOut'
  if (!date.is_on_sale && !date.opens_later) return 'OutOfStock'
  return stock(type) === 'few' ? 'LimitedAvailability' : 'InStock'
}
