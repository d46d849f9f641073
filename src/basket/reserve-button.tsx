import { useSelector } from '@xstate/react'
import { ActionBar } from '#src/checkout/action-bar.tsx'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { plural } from '#src/lib/plural.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { Button } from '#src/ui/button.tsx'
import { selectCanReserve, selectDrafts, selectIsLeaving, type BasketProps } from './basket-selectors.ts'
import { whyNotReserve } from './why-not-reserve.ts'

/** "Reserve Basket" with the item count and, while blocked, the reason [BASK-15, BASK-16, BASK-38..43]. */
export function ReserveButton({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canReserve = useSelector(chart, selectCanReserve)
  const isLeaving = useSelector(chart, selectIsLeaving)
  const drafts = useSelector(chart, selectDrafts)
  const { quantity } = orderSummary(checkout)
  return (
    <ActionBar checkout={checkout}>
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
        onClick={() => chart?.send({ type: 'basket.reserve' })}
      >
        Reserve Basket
      </Button>
    </ActionBar>
  )
}
