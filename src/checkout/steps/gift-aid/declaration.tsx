import { useState } from 'react'
import styles from '#src/checkout/steps/step-form.module.css'
import { needsGiftAidAddress } from '#src/rules/donation.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import type { useStepForm } from '#src/ui/form.tsx'

/** What a Gift Aid declaration says: three confirmations, where the donor lives, and from 20 pounds the address. */
export function Declaration({
  form,
  amount,
}: {
  form: Pick<ReturnType<typeof useStepForm>, 'field'>
  amount: number
}) {
  const [residence, setResidence] = useState('uk')
  return (
    <>
      <Fieldset legend="Please confirm all three">
        <Choice
          {...form.field('taxpayer')}
          type="checkbox"
          label="I am a UK taxpayer"
          description="I understand that if I pay less Income Tax and/or Capital Gains Tax in the current tax year than the amount of Gift Aid claimed on all my donations, it is my responsibility to pay any difference."
        />
        <Choice
          {...form.field('ownMoney')}
          type="checkbox"
          label="This donation is my own money"
          description="It was not collected from others or given for a company."
        />
        <Choice
          {...form.field('notGambling')}
          type="checkbox"
          label="This donation is not for gambling or a raffle"
          description="I get nothing in return for it."
        />
      </Fieldset>
      <Fieldset legend="Where do you live?">
        <Choice
          type="radio"
          name="residence"
          value="uk"
          checked={residence === 'uk'}
          onChange={() => setResidence('uk')}
          label="In the UK"
        />
        <Choice
          type="radio"
          name="residence"
          value="overseas"
          checked={residence === 'overseas'}
          onChange={() => setResidence('overseas')}
          label="Overseas, and I pay UK tax"
        />
      </Fieldset>
      {needsGiftAidAddress(amount) && (
        <Fieldset legend="Your home address" hint="The tax office asks for it with donations of this size.">
          <div className={styles.pair}>
            <Field {...form.field('address1')} label="Address line 1" autoComplete="address-line1" />
            {residence === 'uk' && (
              <Field {...form.field('postcode')} label="Postcode" autoComplete="postal-code" look="short" />
            )}
          </div>
        </Fieldset>
      )}
    </>
  )
}
