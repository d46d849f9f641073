import * as z from 'zod/mini'
import { flag, list, presence, text } from './wire.ts'

/** An event that an organiser of the basket offers next [ENTI-22]. */
export const upcomingEventSchema = z.object({
  url: text,
  thumbnail: text,
  title: text,
  location: text,
  date: text,
})
export type UpcomingEvent = z.output<typeof upcomingEventSchema>

/** A seller of something in the basket; the charity itself stands on the checkout [ENTI-03, ENTI-22, ENTI-23]. */
export const organiserSchema = z.object({
  name: text,
  full_url: text,
  is_saas: flag,
  charity: presence,
  has_custom_refund_policy: flag,
  upcoming_events: list(upcomingEventSchema),
})
export type Organiser = z.output<typeof organiserSchema>
