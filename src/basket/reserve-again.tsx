import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { Button } from '#src/ui/button.tsx'
import type { BasketProps } from './basket-selectors.ts'
import styles from './reserve-again.module.css'
import { useReserve } from './use-reserve.ts'
import { updatingReason } from './why-not-reserve.ts'

/** Reserves as "Reserve Basket" does, in the notice that the checkout time expired [BASK-62]. */
export default function ReserveAgain({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const { busy, blockedBecause, onClick } = useReserve(chart, checkout)
  // A reason that passes by itself would push the basket down for a moment.
  const isUpdating = blockedBecause === updatingReason
  return (
    <div className={styles.foot}>
      <Button
        look="secondary"
        busy={busy || isUpdating}
        blockedBecause={isUpdating ? undefined : blockedBecause}
        onClick={onClick}
      >
        Reserve again
      </Button>
    </div>
  )
}
