import { Hono } from 'hono'

import type { ShopEnv } from '#server/http/env.ts'

const dates = '/ajax/organiser/event_dates'

/** Documented calls that this release does not implement; they reply 501. */
export const notOffered = new Hono<ShopEnv>()

notOffered.on('GET', [`${dates}/get_event_date/:id/`, `${dates}/get_current_seating_plan/:id/`], (c) =>
  c.json({ message }, 501),
)

const message = 'This shop does not support this yet'
