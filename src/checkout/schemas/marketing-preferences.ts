import * as z from 'zod/mini'
import { noteInvalidField } from '#src/http/invalid-fields.ts'
import { entity, flag, id, isRecord, list, presence, text } from '#src/http/wire.ts'
import { anyOf, onTheWire } from '#src/http/wire-form.ts'

/** An organiser of the basket that asks for marketing consent [ENTI-24]. */
export const basketOrganiserSchema = entity('basket_organiser', {
  strict: { id },
  shown: { organiser_subscribed: flag, marketing_signup_message: text },
})

/** Marketing preferences: newsletter, event updates and each organiser [ENTI-24]. */
export const marketingPreferencesSchema = entity('marketing_preferences', {
  strict: {},
  shown: { ct_subscribed: flag, event_subscribed: flag, basket_organisers: list(basketOrganiserSchema) },
})

/** The preferences, or null if the buyer is not asked. A flag instead of an object means: ask, with nothing chosen. */
export const optionalMarketingPreferencesSchema = z.pipe(
  z.transform((value: unknown): unknown => {
    if (!presence.parse(value)) return null
    if (isRecord(value)) return value
    noteInvalidField('checkout.marketing_preferences')
    return {}
  }),
  z.nullable(marketingPreferencesSchema),
)
onTheWire(optionalMarketingPreferencesSchema, () => ({
  accepted: (own) => anyOf(own, { description: 'A flag, which asks with nothing chosen.' }),
}))
export type MarketingPreferences = z.output<typeof marketingPreferencesSchema>
