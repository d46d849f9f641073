import type { Basket } from '#server/basket/read-basket.ts'
import { niceDate } from '#server/catalogue/dates.ts'
import type { Reader } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

const upcomingShown = 4

/** Reads the organisers of a basket with their upcoming events [ENTI-22, ENTI-23]. */
export async function readOrganiserViews(db: Reader, basket: Basket) {
  const upcoming = await readUpcoming(db, basket)
  return basket.organisers.map((organiser) => ({
    id: organiser.id,
    name: organiser.name,
    full_url: `/organisers/${organiser.id}/`,
    is_saas: organiser.is_saas,
    charity: organiser.charity_id !== null,
    has_custom_refund_policy: organiser.custom_refund_policy !== '',
    upcoming_events: upcoming
      .filter((event) => event.organiser_id === organiser.id)
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

async function readUpcoming(db: Reader, { organisers, tickets }: Basket) {
  if (organisers.length === 0) return []
  const inBasket = tickets.map((line) => line.event_id)
  return db
    .selectFrom('events')
    .innerJoin('event_dates', 'event_dates.event_id', 'events.id')
    .select(['events.id', 'events.title', 'events.picture', 'events.venue_name', 'events.organiser_id'])
    .select((eb) => eb.fn.min('event_dates.starts_at').$notNull().as('starts_at'))
    .where(
      'events.organiser_id',
      'in',
      organisers.map((organiser) => organiser.id),
    )
    .where('events.published', '=', true)
    .where('event_dates.published', '=', true)
    .where('event_dates.starts_at', '>', shopNow)
    .$if(inBasket.length > 0, (query) => query.where('events.id', 'not in', inBasket))
    .groupBy('events.id')
    .orderBy('starts_at')
    .execute()
}
