import { useCheckout } from '#src/checkout/use-checkout.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import { bringIntoView } from '#src/ui/bring-into-view.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import type { PaymentFormFields } from '#src/payment/payment-form-fields.ts'
import { usePlan } from './plan-choice.ts'
import { planInShort, priceOfPlans } from './plan-parts.ts'
import styles from './plan-schedule.module.css'

/** Question over how many months to pay, with a radio button for each option and what it takes when [INST-01..04]. */
export function PlanMonths({ chart, form }: PaymentProps & { form: PaymentFormFields }) {
  const checkout = useCheckout()
  const { plan, change } = usePlan(chart)
  const plans = checkout.payment_plan_schedule_options

  function inShort(schedule: readonly { value: number }[]) {
    const { today, later } = planInShort(schedule, checkout.currency.symbol)
    return later ? (
      <>
        {today}, then <span className={styles.later}>{later}</span>
      </>
    ) : (
      today
    )
  }
  return (
    // Below the list, where the bar at the bottom of a phone would cover it.
    <div ref={bringIntoView}>
      <Fieldset
        {...form.group('instalment_option')}
        legend="Over how many months would you like to pay?"
        hint={priceOfPlans(checkout)}
      >
        {instalmentOptions(checkout).map((months) => {
          const { label = '', schedule = [] } = plans[months] ?? {}
          return (
            <Choice
              key={months}
              type="radio"
              name="instalment_option"
              value={months}
              label={label || `${months} months`}
              description={inShort(schedule)}
              checked={months === plan.months}
              onChange={() => change({ months })}
            />
          )
        })}
      </Fieldset>
    </div>
  )
}
