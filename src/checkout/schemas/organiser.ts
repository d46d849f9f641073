import type * as z from 'zod/mini'
import { entity, flag, list, presence, text } from '#src/http/wire.ts'
import { onTheWire } from '#src/http/wire-form.ts'

/** An upcoming event of an organiser [ENTI-22]. */
export const upcomingEventSchema = entity('upcoming_event', {
  strict: {},
  shown: { url: text, thumbnail: text, title: text, location: text, date: text },
})

/**
 * An organiser of the basket [ENTI-03, ENTI-22, ENTI-23]. `charity` is a flag; the details are in the `charity` of the
 * checkout.
 */
export const organiserSchema = entity('organiser', {
  strict: { is_saas: flag, charity: presence },
  shown: {
    name: text,
    full_url: text,
    statement_name: text,
    refund_protection_terms: text,
    refund_protection_url: text,
    has_custom_refund_policy: flag,
    upcoming_events: list(upcomingEventSchema),
  },
})
onTheWire(organiserSchema, () => ({
  added: {
    statement_name: 'What the statement of a card or bank calls a payment to the organiser.',
    refund_protection_terms: 'What refund protection covers, until when, and who pays.',
    refund_protection_url: 'Where the terms of refund protection are in full.',
  },
}))
export type Organiser = z.output<typeof organiserSchema>
