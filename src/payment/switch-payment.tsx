import styles from '#src/checkout/step-form.module.css'
import { Button } from '#src/ui/button.tsx'
import type { AttemptChart } from './payment-chart.ts'

/** Offer to pay another way while it is not known how a payment ended: first it is made sure that it was not taken. */
export function SwitchPayment({ attempt }: { attempt: AttemptChart }) {
  return (
    <>
      <p className={styles.quiet}>
        If you would rather pay another way, we first make sure that this payment was not taken.
      </p>
      <Button look="secondary" onClick={() => attempt.send({ type: 'payment.switch' })}>
        Pay another way
      </Button>
    </>
  )
}
