import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Field } from '#src/ui/field.tsx'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { PlanCards } from './plan-cards.tsx'
import { usePlan, validMobile } from './plan-choice.ts'

/**
 * What a plan asks for once its months are chosen: mobile number and card [INST-07..12]. The card fields follow it, and stay mounted
 * without it.
 */
export function PlanDetails({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const { payment_methods } = useCheckout()
  const { plan, change } = usePlan(chart)
  if (!plan.months) return null
  return (
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
      {payment_methods.length > 0 || plan.card ? (
        <PlanCards
          cards={payment_methods}
          chosen={plan.card}
          group={form.group('saved_card')}
          onChoose={(card) => change({ card })}
        />
      ) : (
        <input type="hidden" name="saved_card" value="" />
      )}
    </>
  )
}
