import { Icon } from '#src/ui/icon.tsx'
import styles from './paid-line.module.css'
import { useCheckout } from './use-checkout.ts'

/** Says on the steps after payment that the order is paid, with its reference if the back-end tells it. */
export function PaidLine() {
  const { basket_total, payment_plan_remaining, order_reference } = useCheckout()
  const paid = payment_plan_remaining ? 'First payment made' : basket_total > 0 ? 'Paid' : 'Booked'
  return (
    <p className={styles.paid}>
      <Icon name="check" />
      <span>
        <b>{paid}.</b> {order_reference && `Order ${inGroups(order_reference)}. `}
        <span>Nearly done.</span>
      </span>
    </p>
  )
}

/** A short reference in groups of four, as it is read aloud. */
const inGroups = (reference: string) => reference.replace(/^([0-9A-Z]{4})([0-9A-Z]{4})$/, '$1 $2')
