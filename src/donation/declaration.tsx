import { useState } from 'react'
import styles from '#src/checkout/step-form.module.css'
import { needsGiftAidAddress } from '#src/donation/rules/donation-amounts.ts'
import { giftAidConfirmations } from '#src/donation/rules/gift-aid-wording.ts'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import type { useStepForm } from '#src/ui/form.tsx'

/** Gift Aid declaration: three confirmations, the residence, and the address from £20. */
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
        {(['taxpayer', 'ownMoney', 'notGambling'] as const).map((name) => (
          <Choice key={name} {...form.field(name)} type="checkbox" {...giftAidConfirmations[name]} />
        ))}
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
        <div className={styles.section}>
          <Fieldset legend="Your home address" hint="HMRC needs it for donations of £20 or more.">
            <div className={styles.pair}>
              <Field {...form.field('address1')} label="Address line 1" autoComplete="address-line1" />
              {residence === 'uk' && (
                <Field {...form.field('postcode')} label="Postcode" autoComplete="postal-code" look="short" />
              )}
            </div>
          </Fieldset>
        </div>
      )}
    </>
  )
}
