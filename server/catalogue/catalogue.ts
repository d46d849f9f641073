import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

import { isSaleOpen } from './sale-window.ts'

/** Reads everything on sale: events with their published future dates, ticket types and capacity left. */
export async function readCatalogue(db: Database) {
  const [events, dates, ticketTypes] = await Promise.all([readEvents(db), readDates(db), readTicketTypes(db)])
  return events.map((event) => ({
    ...event,
    dates: dates
      .filter((date) => date.event_id === event.id)
      .map((date) => ({
        ...date,
        ticket_types: ticketTypes.filter((type) => type.event_date_id === date.id),
      })),
  }))
}

function readEvents(db: Database) {
  return db
    .selectFrom('events')
    .innerJoin('organisers', 'organisers.id', 'events.organiser_id')
    .selectAll('events')
    .select((eb) => [
      'organisers.name as organiser_name',
      eb('organisers.custom_refund_policy', '<>', '').as('has_refund_policy'),
    ])
    .where('events.published', '=', true)
    .orderBy('events.position')
    .orderBy('events.id')
    .execute()
}

function readDates(db: Database) {
  return db
    .selectFrom('event_dates')
    .selectAll()
    .select(isSaleOpen.as('is_on_sale'))
    .select((eb) => eb('sale_opens_at', '>', shopNow).as('opens_later'))
    .where('published', '=', true)
    .where('starts_at', '>', shopNow)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
}

function readTicketTypes(db: Database) {
  return db
    .selectFrom('ticket_types')
    .innerJoin('pools', 'pools.id', 'ticket_types.pool_id')
    .selectAll('ticket_types')
    .select((eb) => eb('pools.capacity', '-', eb('pools.held', '+', eb.ref('pools.sold'))).as('places_left'))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('ticket_requirements')
            .select('ticket_type_id')
            .whereRef('ticket_type_id', '=', 'ticket_types.id'),
        )
        .as('needs_another'),
    )
    .where('ticket_types.published', '=', true)
    .orderBy('ticket_types.position')
    .orderBy('ticket_types.id')
    .execute()
}
