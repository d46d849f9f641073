import { Hono } from 'hono'

import { niceDate } from '#server/catalogue/dates.ts'
import type { Database } from '#server/database/connect.ts'

import { listFreeSeats } from './listed-seats.ts'
import { findSeatedDate, readPricing, type SeatedDate } from './seated-dates.ts'
import { callProvider, seatingProvider, type SeatsContext, type SeatsEnv } from './seats-env.ts'

/** Calls of the seat selection screen [CALL-41, CALL-42]; the seats are added by the basket's call. */
export const seatRoutes = new Hono<SeatsEnv>().basePath('/ajax/organiser/event_dates')

seatRoutes.get('/get_event_date/:id/', async (c) => {
  const date = await findSeatedDate(c.var.db, c.req.param('id'))
  return c.json(await eventDateReply(c.var.db, date))
})

// An addition to the documented calls: seats.io's seating plan does not tell the page which seats are free.
seatRoutes.get('/get_free_seats/:id/', async (c) => {
  const date = await findSeatedDate(c.var.db, c.req.param('id'))
  const provider = seatingProvider(c.var)
  return c.json({ seats: await callProvider(() => listFreeSeats(provider, date, c.var.db)) })
})

seatRoutes.get('/get_current_seating_plan/:id/', async (c) => {
  const date = await findSeatedDate(c.var.db, c.req.param('id'))
  return c.json(seatingPlanReply(c.var, date))
})

/** What `get_event_date` replies. */
export async function eventDateReply(db: Database, date: SeatedDate) {
  const event = { ...eventOf(date), title: date.title, venue_name: date.venue_name }
  return {
    event_date: {
      id: date.id,
      nice_date: niceDate(date.starts_at),
      event,
      pricing: await readPricing(db, date.id),
    },
    event,
  }
}

/** What `get_current_seating_plan` replies. Throws `HttpError` 503 if there is no provider. */
export function seatingPlanReply(context: Pick<SeatsContext, 'providers'>, date: SeatedDate) {
  const { publicKey, region } = seatingProvider(context)
  return {
    seating_plan_layout: {
      seating_plan_provider: { provider: 'seatsio', public_key: publicKey, region },
    },
    seating_plan_event: eventOf(date),
  }
}

function eventOf({ event_id, provider_identifier }: SeatedDate) {
  return { id: event_id, provider_identifier }
}
