import type * as z from 'zod/mini'
import { entity, flag, list, presence, text } from './wire.ts'

/** An event that an organiser of the basket offers next [ENTI-22]. */
export const upcomingEventSchema = entity('upcoming_event', {
  strict: {},
  shown: { url: text, thumbnail: text, title: text, location: text, date: text },
})

/** A seller of something in the basket; the charity itself stands on the checkout [ENTI-03, ENTI-22, ENTI-23]. */
export const organiserSchema = entity('organiser', {
  strict: { is_saas: flag, charity: presence },
  shown: {
    name: text,
    full_url: text,
    has_custom_refund_policy: flag,
    upcoming_events: list(upcomingEventSchema),
  },
})
export type Organiser = z.output<typeof organiserSchema>
