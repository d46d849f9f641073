import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { Button } from '#src/ui/button.tsx'
import { selectCanReserve, selectDrafts, selectIsLeaving, type BasketProps } from './basket-selectors.ts'
import styles from './basket.module.css'
import { whyNotReserve } from './why-not-reserve.ts'

/** "Reserve Basket" with the item count and, while blocked, the reason [BASK-15, BASK-16, BASK-38..43]. */
export function ReserveButton({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canReserve = useSelector(chart, selectCanReserve)
  const isLeaving = useSelector(chart, selectIsLeaving)
  const drafts = useSelector(chart, selectDrafts)
  const { total, fee, quantity } = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  return (
    <div className={styles.reserve}>
      <p aria-hidden="true">
        <b>{money(total)}</b>
        {fee > 0 && `incl. ${money(fee)} fee`}
      </p>
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
    </div>
  )
}
