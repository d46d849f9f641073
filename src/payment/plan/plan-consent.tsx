import styles from '#src/checkout/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Choice } from '#src/ui/choice.tsx'
import '#src/ui/checkbox.css'
import type { PaymentProps } from '#src/payment/payment-chart.ts'
import { formatMoney } from '#src/lib/money.ts'
import { planConsent } from '#src/payment/rules/plan-consent.ts'
import { WholeDates } from '#src/checkout/whole-dates.tsx'
import { usePlan } from './plan-choice.ts'
import planStyles from './plan-schedule.module.css'

/**
 * The end of the payment plan, below the card fields: whether a new card becomes the default [INST-13, INST-14], and what
 * the buyer agrees to.
 */
export function PlanConsent({ chart }: PaymentProps) {
  const checkout = useCheckout()
  const { plan, change } = usePlan(chart)
  const later = checkout.payment_plan_schedule_options[plan.months]?.schedule.slice(1) ?? []
  const asksDefault = plan.months !== '' && plan.card === '' && checkout.payment_methods.length > 0
  if (!asksDefault && later.length === 0) return null
  return (
    <div className={styles.part}>
      {asksDefault && (
        <Choice
          type="checkbox"
          look="plain"
          label="Make default payment method"
          checked={plan.makesDefault}
          onChange={(event) => change({ makesDefault: event.currentTarget.checked })}
        />
      )}
      {later.length > 0 && (
        <p className={planStyles.note}>
          <WholeDates>
            {`${planConsent(
              later.map(({ uk_due, value }) => ({
                due: uk_due,
                amount: formatMoney(value, checkout.currency.symbol),
              })),
            )} You can change the card in your account settings.`}
          </WholeDates>
        </p>
      )}
    </div>
  )
}
