import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { orderSummary } from '#src/checkout/rules/fees.ts'
import UpcomingEvents from '#src/checkout/upcoming-events/upcoming-events.tsx'
import { formatMoney } from '#src/lib/money.ts'
import { Stub } from '#src/ui/stub.tsx'
import { useAnnouncedChange } from '#src/ui/use-announced-change.ts'
import { selectCanChange, type BasketProps } from './basket-selectors.ts'
import { BasketLines } from './basket-lines.tsx'
import { CodeBox } from './code-box.tsx'
import { RefundProtectionChoice } from './refund-protection-choice.tsx'
import { ReserveButton } from './reserve-button.tsx'
import styles from './basket.module.css'
import { usePressedControl } from './use-pressed-control.ts'

/** Basket with at least one line; on wide screens its totals and the button stay in sight beside the lines [BASK-08..16]. */
export function FilledBasket({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canChange = useSelector(chart, selectCanChange)
  const [pressed, onPress] = usePressedControl(canChange)
  const { quantity, total } = orderSummary(checkout)
  useAnnouncedChange(`Total ${formatMoney(total, checkout.currency.symbol)}`)
  return (
    <>
      <div className={styles.frame} data-wide>
        <div className={styles.items}>
          <BasketLines chart={chart} checkout={checkout} pressed={pressed} onPress={onPress} />
          <RefundProtectionChoice chart={chart} checkout={checkout} />
        </div>
        <section className={styles.side} aria-label="Order summary">
          <Stub
            foot={
              <>
                <OrderTotals checkout={checkout} lines={quantity} />
                <p className={styles.hint}>Reserving holds your basket while you check out.</p>
                <ReserveButton chart={chart} checkout={checkout} />
              </>
            }
          >
            <h2>Order summary</h2>
            <CodeBox chart={chart} checkout={checkout} isBusy={pressed === 'code'} onPress={onPress} />
          </Stub>
        </section>
      </div>
      <UpcomingEvents heading="Continue shopping" organisers={checkout.organisers} />
    </>
  )
}
