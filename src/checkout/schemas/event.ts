import * as z from 'zod/mini'
import { entity, flag, id, isRecord, list, optionalObject, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** A reward for recommending an event [ENTI-21]. */
export const rewardReferrerSchema = entity('reward_referrer', {
  strict: {},
  shown: { text, short_text: text },
})

/** The venue of an event, for the accommodation map [ENTI-21]. */
export const venueSchema = entity('venue', {
  strict: {},
  shown: { name: text, full_address: text, map_address: text, map_checkin: text },
})

onTheWire(venueSchema, () => ({ added: { name: 'What the venue is called.' } }))

const rewardReferrersSchema = z.pipe(
  z.transform((value: unknown): unknown =>
    isRecord(value) && ('text' in value || 'short_text' in value) ? [value] : value,
  ),
  list(rewardReferrerSchema),
)
onTheWire(rewardReferrersSchema, () => ({
  accepted: (own) => anyOf(own, { type: 'object', description: 'One reward.' }),
}))

/** An event of the basket [ENTI-20, ENTI-21]. A single reward is read as a list of one. */
export const eventSchema = entity('event', {
  strict: {},
  shown: {
    id,
    title: text,
    refund_protection: flag,
    warn_customers_about_different_timeslots_message: text,
    shareable_link: text,
    reward_referrers: rewardReferrersSchema,
    venue: optionalObject(venueSchema),
    has_livestream: flag,
    access_online: text,
    has_waiver: flag,
    ga: text,
    ga_conversion_id: text,
    fb_pixel: text,
  },
})
onTheWire(eventSchema, () => ({ added: { has_waiver: 'Whether its participants accept activity terms.' } }))
export type Event = z.output<typeof eventSchema>
