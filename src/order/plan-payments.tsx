import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { PaidRows } from './paid-rows.tsx'
import styles from './plan-payments.module.css'
import type { OrderPayment } from './schemas.ts'

/** Shows what was paid of a plan and when the rest will be, where other orders lead to the codes of their tickets. */
export function PlanPayments({ payments, checkout }: { payments: OrderPayment[]; checkout: Checkout }) {
  if (!payments.length && !tellsMore(checkout)) return null
  return (
    <div>
      <h3 className={styles.heading}>Your payments</h3>
      <PaidRows payments={payments} checkout={checkout} />
    </div>
  )
}
