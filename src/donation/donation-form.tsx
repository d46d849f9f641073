import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectIsBusy, selectSubstate } from '#src/checkout/selectors.ts'
import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { draftOf } from '#src/lib/form-drafts.ts'
import { decimal, formatMoney } from '#src/lib/money.ts'
import {
  donationFee,
  isDonationEnough,
  MINIMUM_DONATION,
  withDonation,
} from '#src/donation/rules/donation-amounts.ts'
import { Button } from '#src/ui/button.tsx'
import { Choice } from '#src/ui/choice.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Field } from '#src/ui/field.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { Notice } from '#src/ui/notice.tsx'
import amounts from './donation-form.module.css'
import { amountOf, choiceOf, donationSchema } from './donation-schema.ts'

/**
 * Donation form: preset or custom amount, its fee, and a Skip button [DONA-05..12]. `message` is why the last donation was not saved.
 */
export function DonationForm({ actor, message }: StepProps & { message: string }) {
  const checkout = useCheckout()
  const { charity, currency, donation } = checkout
  const substate = useSelector(actor, selectSubstate)
  const isBusy = useSelector(actor, selectIsBusy)
  const charityId = charity?.id ?? ''
  const options = charity?.donation_options ?? []

  const [choice, setChoice] = useState(() => choiceOf(donation?.amount_before_booking_fee ?? 0, options))
  const amount = amountOf(choice)
  const feeOf = (given: number) => (charity ? donationFee(given, charity) : 0)
  const largeFee = feeOf(longAmount)
  const name = charity?.name || 'the charity'
  const money = (pence: number) => formatMoney(pence, currency.symbol)
  function sentenceFor(given: number) {
    const fee = feeOf(given)
    const total = withDonation(checkout, given).basket_total
    return `${money(given)} goes to ${name}. With a ${money(fee)} fee you pay ${money(given + fee)}, and ${money(total)} in all.`
  }
  const example = feeOf(exampleAmount)
  const feeExample =
    options.length > 0 || example === 0 ? '' : `: ${money(example)} for ${money(exampleAmount)}`
  const untilChosen = `All of your gift goes to ${name}. The fee is extra${feeExample}.`

  const form = useStepForm(
    donationSchema,
    (values) => actor.send({ type: 'donation.save', amount: values.amount, charityId }),
    draftOf('donation'),
  )
  const group = form.group('amount')

  return (
    <form {...form.props} className={styles.form} data-dense>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      {message && <Notice tone="error">{message}</Notice>}
      <Fieldset {...group} legend="How much would you like to give?">
        {options.length > 0 && (
          <div className={amounts.amounts}>
            {options.map((option) => (
              <Choice
                key={option}
                type="radio"
                name="amount[]"
                value={decimal(option)}
                checked={choice.preset === decimal(option)}
                onChange={() => setChoice({ preset: decimal(option), custom: '' })}
                label={money(option)}
                description={feeOf(option) > 0 && `+\u00a0${money(feeOf(option))} fee`}
              />
            ))}
          </div>
        )}
        <Field
          label={options.length ? 'Or another amount' : 'Amount'}
          hint={`At least ${money(MINIMUM_DONATION)}`}
          name="amount[]"
          type="number"
          step="0.01"
          min="1"
          inputMode="decimal"
          autoComplete="transaction-amount"
          look="short"
          prefix={currency.symbol}
          value={choice.custom}
          onChange={(event) => setChoice({ preset: '', custom: event.currentTarget.value })}
        />
      </Fieldset>
      {largeFee > 0 && (
        <div className={amounts.words}>
          <p>{isDonationEnough(amount) ? sentenceFor(amount) : untilChosen}</p>
          {[untilChosen, sentenceFor(longAmount)].map((words) => (
            <p key={words} aria-hidden="true">
              {words}
            </p>
          ))}
        </div>
      )}
      <div className={amounts.actions}>
        <Button type="submit" wide busy={substate === 'saving'}>
          Continue
        </Button>
        <Button
          look="secondary"
          wide
          busy={isBusy}
          onClick={() => actor.send({ type: 'donation.skip', charityId })}
        >
          Skip donation
        </Button>
      </div>
    </form>
  )
}

/** Amount of the example fee, in pence, for a charity that offers no amounts. */
const exampleAmount = 10_00

/** As long, in pounds and pence, as most amounts are: room is kept for the sentence about it. */
const longAmount = 100_00
