import type { MarketingPreferences } from '#src/checkout/schemas/marketing-preferences.ts'
import { config } from '#src/lib/config.ts'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Fieldset } from '#src/ui/fieldset.tsx'

/** Marketing choices of an express buyer: each organiser and the newsletter [PAYM-25, PAYM-26]. */
export function ExpressPreferences({ preferences }: { preferences: MarketingPreferences | null }) {
  return (
    <Fieldset legend="Keep updated">
      {preferences?.basket_organisers.map(({ id, organiser_subscribed, marketing_signup_message }) => (
        <Choice
          key={id}
          type="checkbox"
          look="plain"
          name="organisers[]"
          value={id}
          label={marketing_signup_message || 'Tell me about more events by the organiser'}
          defaultChecked={organiser_subscribed}
        />
      ))}
      <Choice
        type="checkbox"
        look="plain"
        name="newsletter"
        label={`Send me ${config.newsletterName}`}
        defaultChecked={preferences?.ct_subscribed ?? false}
      />
    </Fieldset>
  )
}
