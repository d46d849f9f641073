import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import type { BasketProps } from './basket-selectors.ts'
import styles from './expired-notice.module.css'
import { expired } from './rules/expired.ts'
import { useReserve } from './use-reserve.ts'
import { updatingReason } from './why-not-reserve.ts'

/** Says that the checkout time expired, with a button that reserves again as "Reserve Basket" does [BASK-62]. */
export default function ExpiredNotice({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const { busy, blockedBecause, onClick } = useReserve(chart, checkout)
  // A reason that passes by itself would push the basket down for a moment.
  const isUpdating = blockedBecause === updatingReason
  return (
    <Notice
      tone="warning"
      foot={
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
      }
    >
      {expired}
    </Notice>
  )
}
