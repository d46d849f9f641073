import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import { Choice } from '#src/ui/choice.tsx'
import { Fieldset } from '#src/ui/fieldset.tsx'
import { planInShort, priceOfPlans } from './plan-parts.ts'
import styles from './plan-schedule.module.css'
import { PlanSchedule } from './plan-schedule.tsx'

/**
 * Question over how many months to pay, with a radio button for each option and what it takes when [INST-01..04]; below them the
 * payments of the chosen one.
 */
export function PlanOptions({
  checkout,
  chosen,
  group,
  onChoose,
}: {
  checkout: Checkout
  chosen: string
  group: { id: string; error: string | undefined }
  onChoose: (months: string) => void
}) {
  const plans = checkout.payment_plan_schedule_options
  const options = instalmentOptions(checkout)
  const chosenPlan = options.includes(chosen) && plans[chosen]
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
    <Fieldset {...group} legend="Over how many months would you like to pay?" hint={priceOfPlans(checkout)}>
      {options.map((months) => {
        const { label = '', schedule = [] } = plans[months] ?? {}
        return (
          <Choice
            key={months}
            type="radio"
            name="instalment_option"
            value={months}
            label={label || `${months} months`}
            description={inShort(schedule)}
            checked={months === chosen}
            onChange={() => onChoose(months)}
          />
        )
      })}
      {chosenPlan && <PlanSchedule key={chosen} schedule={chosenPlan.schedule} checkout={checkout} />}
      {chosenPlan && chosenPlan.schedule.length > 1 && (
        <p className={styles.note}>
          {/* Tickets that are paid in full come at once. */}
          Your {checkout.tickets.length > 1 && 'plan '}tickets come after the final payment.
        </p>
      )}
    </Fieldset>
  )
}
