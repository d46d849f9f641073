import { useCheckout } from '#src/checkout/use-checkout.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import { usePlan } from './plan-choice.ts'
import styles from './plan-schedule.module.css'
import { PlanSchedule } from './plan-schedule.tsx'

/** The payments over the chosen months, and when the tickets come [INST-05, INST-06]. */
export function ChosenPlan({ chart }: PaymentProps) {
  const checkout = useCheckout()
  const { months } = usePlan(chart).plan
  const schedule =
    instalmentOptions(checkout).includes(months) && checkout.payment_plan_schedule_options[months]?.schedule
  if (!schedule) return null
  return (
    <div className={styles.payments}>
      <PlanSchedule key={months} schedule={schedule} checkout={checkout} />
      {schedule.length > 1 && (
        <p className={styles.note}>
          {/* Tickets that are paid in full come at once. */}
          Your {checkout.tickets.length > 1 && 'plan '}tickets come after the final payment.
        </p>
      )}
    </div>
  )
}
