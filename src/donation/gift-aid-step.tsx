import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectIsBusy, selectMessage } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { formatMoney } from '#src/lib/money.ts'
import { giftAidValue } from '#src/donation/rules/donation-amounts.ts'
import { giftAidRequest } from '#src/donation/rules/gift-aid-wording.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Declaration } from './declaration.tsx'
import { giftAidSchema } from './gift-aid-schema.ts'
import styles from '#src/checkout/step-form.module.css'

/** Gift Aid step: declare Gift Aid on the donation, or decline [GIFT-01..15]. */
export default function GiftAidStep({ actor }: StepProps) {
  const { charity, currency, donation, donation_amount } = useCheckout()
  const message = useSelector(actor, selectMessage)
  const isBusy = useSelector(actor, selectIsBusy)
  const amount = donation?.amount_before_booking_fee || donation_amount
  const charityName = charity?.name || 'the charity'
  const money = (pence: number) => formatMoney(pence, currency.symbol)

  const [choice, setChoice] = useState(donation?.is_gift_aid ? 'yes' : '')
  const form = useStepForm(
    giftAidSchema(amount),
    (declaration) => actor.send({ type: 'declaration.save', declaration }),
    draftOf('gift_aid'),
  )
  useErrorTitle('Gift Aid', message !== '')

  return (
    <Step actor={actor} title="Gift Aid" summary="editable">
      <form {...form.props} className={styles.form}>
        <ErrorSummary key={form.attempt} problems={form.problems} />
        {message && <Notice tone="error">{message}</Notice>}
        <p>
          With Gift Aid your donation of {money(amount)} is worth <b>{money(giftAidValue(amount))}</b> to{' '}
          {charityName}, at no cost to you.
        </p>
        <Fieldset
          {...form.group('choice')}
          legend="Would you like to add Gift Aid?"
          hint="Only if you are a UK taxpayer."
        >
          <Choice
            type="radio"
            name="choice"
            value="yes"
            checked={choice === 'yes'}
            onChange={() => setChoice('yes')}
            label="Yes, add Gift Aid"
            description={giftAidRequest(charityName, money(amount))}
          />
          <Choice
            type="radio"
            name="choice"
            value="no"
            checked={choice === 'no'}
            onChange={() => setChoice('no')}
            label="No, continue without Gift Aid"
          />
        </Fieldset>
        {choice === 'yes' && <Declaration form={form} amount={amount} />}
        <Choice type="checkbox" name="subscribe" label={`Keep me updated about the work of ${charityName}`} />
        <Button type="submit" wide busy={isBusy}>
          Continue
        </Button>
      </form>
    </Step>
  )
}
