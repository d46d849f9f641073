import { useSelector } from '@xstate/react'
import * as z from 'zod/mini'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectIsBusy } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { config } from '#src/lib/config.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { chosen, ticked } from '#src/ui/form-values.ts'
import { useStepForm } from '#src/ui/form.tsx'
import styles from '#src/checkout/step-form.module.css'
import preferenceStyles from './marketing-preferences.module.css'

const preferencesSchema = z.object({ newsletter: ticked, eventUpdates: ticked, organisers: chosen })

/** Marketing preferences step; checkboxes start with the saved choices [MARK-01..06]. */
export default function MarketingPreferencesStep({ actor }: StepProps) {
  const preferences = useCheckout().marketing_preferences
  const isBusy = useSelector(actor, selectIsBusy)
  const organisers = preferences?.basket_organisers ?? []

  const form = useStepForm(
    preferencesSchema,
    ({ newsletter, eventUpdates, organisers: wanted }) =>
      actor.send({
        type: 'preferences.save',
        choices: {
          ct_subscribed: newsletter,
          event_subscribed: eventUpdates,
          organiser_subscribed_marketing: Object.fromEntries(
            organisers.map(({ id }) => [id, wanted.includes(id)]),
          ),
        },
      }),
    draftOf('marketing_preferences'),
  )

  return (
    <Step actor={actor} title="Keep updated" summary="editable">
      <form {...form.props} className={styles.form}>
        <Fieldset
          legend="What would you like to hear about?"
          hint="All optional. You can change your mind at any time."
        >
          {organisers.map((organiser) => (
            <Choice
              key={organiser.id}
              type="checkbox"
              name="organisers[]"
              value={organiser.id}
              defaultChecked={organiser.organiser_subscribed}
              label={plain(
                organiser.marketing_signup_message || 'Tell me about more events by the organiser',
              )}
            />
          ))}
          <Choice
            type="checkbox"
            name="newsletter"
            defaultChecked={preferences?.ct_subscribed}
            label={plain(`Send me ${config.newsletterName}`)}
          />
          <Choice
            type="checkbox"
            name="eventUpdates"
            defaultChecked={preferences?.event_subscribed}
            label={plain('Send me updates about my events')}
          />
        </Fieldset>
        <Button type="submit" wide busy={isBusy}>
          Continue
        </Button>
      </form>
    </Step>
  )
}

/** A whole sentence as a label, in the weight of text. */
const plain = (sentence: string) => <span className={preferenceStyles.plain}>{sentence}</span>
