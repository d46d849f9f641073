import { useCheckout } from '#src/checkout/use-checkout.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import { Field } from '#src/ui/field.tsx'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { PlanCards } from './plan-cards.tsx'
import { usePlan, validMobile } from './plan-choice.ts'
import planStyles from './plan-schedule.module.css'
import { PlanSchedule } from './plan-schedule.tsx'

/**
 * What follows the choice of months: the payments, mobile number and card [INST-05..12]. The card fields follow it, and stay mounted
 * without it.
 */
export function PlanDetails({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const { plan, change } = usePlan(chart)
  if (!plan.months) return null
  const { tickets, payment_methods, payment_plan_schedule_options: plans } = checkout
  const schedule = instalmentOptions(checkout).includes(plan.months) && plans[plan.months]?.schedule
  return (
    <>
      {schedule && (
        <div>
          <PlanSchedule key={plan.months} schedule={schedule} checkout={checkout} />
          {schedule.length > 1 && (
            <p className={planStyles.note}>
              {/* Tickets that are paid in full come at once. */}
              Your {tickets.length > 1 && 'plan '}tickets come after the final payment.
            </p>
          )}
        </div>
      )}
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
