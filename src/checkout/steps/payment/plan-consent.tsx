import { useSelector } from '@xstate/react'
import styles from '#src/checkout/steps/step-form.module.css'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { Choice } from '#src/ui/choice.tsx'
import { selectIsOpen, type PaymentProps } from './payment-chart.ts'
import { firstPayment, usePlan } from './plan-choice.ts'

/**
 * The end of the payment plan, below the card fields: whether a new card becomes the default [INST-13, INST-14], and what
 * the buyer agrees to.
 */
export function PlanConsent({ chart }: PaymentProps) {
  const checkout = useCheckout()
  const { plan, change } = usePlan(chart)
  const isOpen = useSelector(chart, selectIsOpen)
  const today = firstPayment(checkout, plan.months)
  const asksDefault = plan.card === '' && checkout.payment_methods.length > 0
  if (!asksDefault && !today) return null
  return (
    <div className={styles.part} inert={isOpen}>
      {asksDefault && (
        <Choice
          type="checkbox"
          look="plain"
          label="Make default payment method"
          checked={plan.makesDefault}
          onChange={(event) => change({ makesDefault: event.currentTarget.checked })}
        />
      )}
      {today && (
        <p className={styles.quiet}>
          {`By paying you agree that today's ${today} and each later payment, on its due date, are taken from this card. You can change the card in your account settings.`}
        </p>
      )}
    </div>
  )
}
