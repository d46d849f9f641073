import { useState } from 'react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { tellsMore } from '#src/order/rules/order-offers.ts'
import { LinkButton } from '#src/ui/link-button.tsx'
import { PaidRows } from './paid-rows.tsx'
import styles from './plan-payments.module.css'
import type { OrderPayment } from './schemas.ts'

/** As many as their place is kept for: those of a plan over three months, or two and the way to the others. */
const shown = 3

/**
 * Shows what was paid of a plan and when the rest will be, where other orders lead to the codes of their tickets. Of a long plan, later
 * payments are shown once the buyer wants to see them.
 */
export function PlanPayments({ payments, checkout }: { payments: OrderPayment[]; checkout: Checkout }) {
  const [showsAll, setShowsAll] = useState(false)
  if (!payments.length && !tellsMore(checkout)) return null
  const isLong = payments.length > shown
  return (
    <div className={styles.payments}>
      {payments.length > 0 ? (
        <h3 className={styles.heading}>Your payments</h3>
      ) : (
        <div className={styles.heading} aria-hidden="true">
          &nbsp;
        </div>
      )}
      <PaidRows
        payments={isLong && !showsAll ? payments.slice(0, shown - 1) : payments}
        checkout={checkout}
      />
      {isLong && (
        <LinkButton aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? 'Show fewer payments' : `Show ${payments.length - shown + 1} more payments`}
        </LinkButton>
      )}
    </div>
  )
}
