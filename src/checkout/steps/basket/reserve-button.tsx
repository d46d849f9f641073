import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectCanReserve, selectDrafts, selectIsLeavingBasket } from '#src/checkout/selectors.ts'
import { plural } from '#src/lib/display.ts'
import { basketQuantity } from '#src/rules/fees.ts'
import { Button } from '#src/ui/button.tsx'
import styles from './basket.module.css'
import { whyNotReserve } from './why-not-reserve.ts'

/** "Reserve Basket" with how much is in it, and why it cannot be pressed when it cannot [BASK-15, BASK-16, BASK-38..43]. */
export function ReserveButton({ actor, checkout }: StepProps & { checkout: Checkout }) {
  const canReserve = useSelector(actor, selectCanReserve)
  const isLeaving = useSelector(actor, selectIsLeavingBasket)
  const drafts = useSelector(actor, selectDrafts)
  const quantity = basketQuantity(checkout)
  return (
    <div className={styles.withReason}>
      <Button
        wide
        busy={isLeaving}
        blockedBecause={canReserve || isLeaving ? undefined : whyNotReserve(checkout, drafts)}
        badge={
          <>
            {quantity}
            <span className="visually-hidden"> {plural(quantity, 'item')}</span>
          </>
        }
        onClick={() => actor.send({ type: 'basket.reserve' })}
      >
        Reserve Basket
      </Button>
    </div>
  )
}
