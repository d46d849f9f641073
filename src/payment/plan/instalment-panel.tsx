import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Field } from '#src/ui/field.tsx'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { PlanCards } from './plan-cards.tsx'
import { usePlan, validMobile } from './plan-choice.ts'
import { PlanOptions } from './plan-options.tsx'

/**
 * Choice of a payment plan: months, and once they are chosen, mobile number and card [INST-01..12]. The card fields follow it, and stay
 * mounted without it.
 */
export function InstalmentPanel({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const { plan, change } = usePlan(chart)

  return (
    <section className={styles.form} aria-label="Payment plan">
      {/* Below the list, where the bar at the bottom of a phone would cover it. */}
      <div ref={bringIntoView}>
        <PlanOptions
          checkout={checkout}
          chosen={plan.months}
          group={form.group('instalment_option')}
          onChoose={(months) => change({ months })}
        />
      </div>
      {plan.months && (
        <>
          <Field
            {...form.field('contact_number')}
            label="Please enter a mobile number *"
            hint="We send you an SMS reminder before each payment."
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            required
            defaultValue={plan.mobile}
            onInput={(event) => change({ mobile: validMobile(event.currentTarget.value) })}
          />
          {checkout.payment_methods.length > 0 || plan.card ? (
            <PlanCards
              cards={checkout.payment_methods}
              chosen={plan.card}
              group={form.group('saved_card')}
              onChoose={(card) => change({ card })}
            />
          ) : (
            <input type="hidden" name="saved_card" value="" />
          )}
        </>
      )}
    </section>
  )
}
