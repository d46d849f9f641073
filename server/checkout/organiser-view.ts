import type { Basket } from '#server/basket/read-basket.ts'
import { niceDate } from '#server/catalogue/dates.ts'

const upcomingShown = 4

/** Shows the organisers of a basket with their upcoming events [ENTI-22, ENTI-23]. */
export function organiserViews({
  organisers,
  events,
  upcoming,
}: Pick<Basket, 'organisers' | 'upcoming'> & { events: { id: string }[] }) {
  const inBasket = new Set(events.map(({ id }) => id))
  return organisers.map((row) => ({
    id: row.id,
    name: row.name,
    full_url: `/organisers/${row.id}/`,
    statement_name: row.statement_name,
    refund_protection_terms: row.refund_protection_terms,
    refund_protection_url: row.refund_protection_url,
    is_saas: row.is_saas,
    charity: row.charity_id !== null,
    has_custom_refund_policy: row.custom_refund_policy !== '',
    upcoming_events: upcoming
      .filter((event) => event.organiser_id === row.id && !inBasket.has(event.id))
      .slice(0, upcomingShown)
      .map((event) => ({
        url: `/events/${event.id}/`,
        thumbnail: event.picture,
        title: event.title,
        location: event.venue_name,
        date: niceDate(event.starts_at),
      })),
  }))
}
