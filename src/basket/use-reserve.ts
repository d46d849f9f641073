import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { selectCanReserve, selectDrafts, selectIsLeaving, type BasketChart } from './basket-selectors.ts'
import { whyNotReserve } from './why-not-reserve.ts'

/** What a button that reserves the basket needs: whether it is under way, why it is blocked, and what it does [BASK-38..43]. */
export function useReserve(chart: BasketChart, checkout: Checkout) {
  const canReserve = useSelector(chart, selectCanReserve)
  const isLeaving = useSelector(chart, selectIsLeaving)
  const drafts = useSelector(chart, selectDrafts)
  return {
    busy: isLeaving,
    blockedBecause: canReserve || isLeaving ? undefined : whyNotReserve(checkout, drafts),
    onClick: () => chart?.send({ type: 'basket.reserve' }),
  }
}
