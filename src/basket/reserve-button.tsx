import { useSelector } from '@xstate/react'
import { ActionBar } from '#src/checkout/action-bar.tsx'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { Button } from '#src/ui/button.tsx'
import { selectCanReserve, selectDrafts, selectIsLeaving, type BasketProps } from './basket-selectors.ts'
import { updatingReason, whyNotReserve } from './why-not-reserve.ts'

/**
 * "Reserve Basket" with the item count and, while blocked, the reason: in the bar of phones beside the total or instead of it
 * [BASK-15, BASK-16, BASK-38..43].
 */
export function ReserveButton({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canReserve = useSelector(chart, selectCanReserve)
  const isLeaving = useSelector(chart, selectIsLeaving)
  const drafts = useSelector(chart, selectDrafts)
  const { quantity, total, fee } = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  const reason = canReserve || isLeaving ? undefined : whyNotReserve(checkout, drafts)
  return (
    <ActionBar
      beside={
        <>
          {(!reason || reason === updatingReason) && <b>{total ? money(total) : 'Free'}</b>}
          {reason ?? (fee > 0 && `incl. ${money(fee)}\u00a0fee`)}
        </>
      }
    >
      <Button
        wide
        busy={isLeaving}
        blockedBecause={reason}
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
