import { createMiddleware } from 'hono/factory'

import type { ShopEnv } from '#server/http/env.ts'
import { admittedUntil, roomAddress } from '#server/waiting-room/pass-waiting-room.ts'

/** Sends visitors of a seating plan to the waiting room first, if its event has one: the plan holds seats. */
export const waitForSeats = createMiddleware<ShopEnv>(async (c, next) => {
  const { db, session } = c.var
  const dateId = c.req.param('date') ?? ''
  const event = await db
    .selectFrom('events')
    .innerJoin('event_dates', 'event_dates.event_id', 'events.id')
    .select('events.id')
    .where('event_dates.id', '=', dateId)
    .where('events.waiting_room_capacity', 'is not', null)
    .executeTakeFirst()
  if (!event || (await admittedUntil(db, session, event.id))) return next()
  return c.redirect(roomAddress(event.id, `/events/book_seats/${dateId}/`), 303)
})
