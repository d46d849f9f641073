import * as z from 'zod/mini'
import styles from '#src/checkout/step-form.module.css'
import { plainName } from '#src/checkout/free-text.ts'
import { isEmail } from '#src/checkout/rules/people.ts'
import { must } from '#src/lib/must.ts'
import { longest } from '#src/order/rules/longest-texts.ts'
import type { Offer } from '#src/order/schemas.ts'
import { Button } from '#src/ui/button.tsx'
import { ErrorSummary } from '#src/ui/error-summary.tsx'
import { Field } from '#src/ui/field.tsx'
import { useStepForm } from '#src/ui/form.tsx'
import { typed } from '#src/ui/form-values.ts'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import type { TransfersChart } from './transfers-selectors.ts'

const recipientSchema = z.object({
  name: plainName.check(must((name) => name.trim() !== '', 'Please enter a name')),
  email: typed.check(must(isEmail, 'Please enter an email')),
})

/** Asks to whom tickets should be offered instead. */
export function CorrectOffer({
  chart,
  offer,
  isBusy,
}: {
  chart: TransfersChart
  offer: Offer
  isBusy: boolean
}) {
  const form = useStepForm(recipientSchema, (recipient) =>
    chart.send({ type: 'correction.send', ...recipient }),
  )
  return (
    <form {...form.props} className={styles.form}>
      <ErrorSummary key={form.attempt} problems={form.problems} />
      <p>
        {offer.status === 'scheduled'
          ? `We have sent nothing to ${offer.email} yet.`
          : `If you change or cancel it, the link that we sent to ${offer.email} stops working.`}
      </p>
      <Field
        {...form.field('name')}
        label="Full name"
        autoComplete="off"
        maxLength={longest.name}
        defaultValue={offer.name}
        ref={takeLostFocus}
      />
      <Field
        {...form.field('email')}
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        spellCheck={false}
        maxLength={longest.email}
        defaultValue={offer.email}
      />
      <div className={styles.actions}>
        <Button type="submit" busy={isBusy}>
          Offer to this address instead
        </Button>
        <Button
          look="secondary"
          blockedBecause={isBusy ? 'The offer is being changed.' : undefined}
          onClick={() => chart.send({ type: 'offer.keep' })}
        >
          Keep the offer
        </Button>
      </div>
    </form>
  )
}
