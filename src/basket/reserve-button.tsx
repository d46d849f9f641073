import { ActionBar } from '#src/checkout/action-bar.tsx'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { plural } from '#src/lib/plural.ts'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import { Button } from '#src/ui/button.tsx'
import type { BasketProps } from './basket-selectors.ts'
import { useReserve } from './use-reserve.ts'
import { updatingReason } from './why-not-reserve.ts'

/**
 * "Reserve Basket" with the item count and, while blocked, the reason: in the bar of phones beside the total or instead of it
 * [BASK-15, BASK-16, BASK-38..43].
 */
export function ReserveButton({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const reserve = useReserve(chart, checkout)
  const { quantity, total, fee, delivery } = orderSummary(checkout)
  const money = (pence: number) => formatMoney(pence, checkout.currency.symbol)
  const parts = [fee > 0 && `${money(fee)}\u00a0fee`, delivery > 0 && `${money(delivery)}\u00a0delivery`]
    .filter(Boolean)
    .join(', ')
  const included = total > 0 && parts && `incl. ${parts}`
  const reason = reserve.blockedBecause
  return (
    <ActionBar
      beside={
        <>
          {(!reason || reason === updatingReason) && <b>{total ? money(total) : 'Free'}</b>}
          {reason ?? included}
        </>
      }
    >
      <Button
        wide
        {...reserve}
        badge={
          <>
            {quantity}
            <span className="visually-hidden"> {plural(quantity, 'item')}</span>
          </>
        }
      >
        Reserve Basket
      </Button>
    </ActionBar>
  )
}
