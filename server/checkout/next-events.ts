import { isSaleOpen } from '#server/catalogue/sale-window.ts'
import type { Database } from '#server/database/connect.ts'
import { shopNow } from '#server/database/shop-time.ts'

import { organiserViews } from './organiser-view.ts'

const shown = 3

/** Shows the events on sale that begin next, each with its organiser: what a visitor with an empty basket may put in it. */
export async function organisersOfNextEvents(db: Database) {
  const upcoming = await db
    .selectFrom('events')
    .innerJoin('event_dates', 'event_dates.event_id', 'events.id')
    .select(['events.id', 'title', 'picture', 'venue_name', 'organiser_id'])
    .select(({ fn }) => fn.min('event_dates.starts_at').as('starts_at'))
    .where('events.published', '=', true)
    .where('event_dates.published', '=', true)
    .where('event_dates.starts_at', '>', shopNow)
    .where(isSaleOpen)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('ticket_types')
          .innerJoin('pools', 'pools.id', 'ticket_types.pool_id')
          .select('ticket_types.id')
          .whereRef('ticket_types.event_date_id', '=', 'event_dates.id')
          .where('ticket_types.published', '=', true)
          .where((eb) => eb('pools.capacity', '>', eb('pools.held', '+', eb.ref('pools.sold')))),
      ),
    )
    .groupBy('events.id')
    .orderBy('starts_at')
    .orderBy('events.id')
    .limit(shown)
    .execute()
  const ids = [...new Set(upcoming.map(({ organiser_id }) => organiser_id))]
  const rows = ids.length
    ? await db.selectFrom('organisers').selectAll().where('id', 'in', ids).execute()
    : []
  return upcoming.flatMap((event) =>
    organiserViews({
      organisers: rows.filter(({ id }) => id === event.organiser_id),
      events: [],
      upcoming: [event],
    }),
  )
}
