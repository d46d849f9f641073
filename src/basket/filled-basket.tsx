import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import UpcomingEvents from '#src/checkout/upcoming-events/upcoming-events.tsx'
import { selectCanChange, type BasketProps } from './basket-selectors.ts'
import { BasketLines } from './basket-lines.tsx'
import { CodeBox } from './code-box.tsx'
import { OrderTotals } from '#src/checkout/order-summary/order-totals.tsx'
import { RefundProtectionChoice } from './refund-protection-choice.tsx'
import { ReserveButton } from './reserve-button.tsx'
import styles from './basket.module.css'
import { usePressedControl } from './use-pressed-control.ts'

/** Basket with at least one line [BASK-08..16]. */
export function FilledBasket({ chart, checkout }: BasketProps & { checkout: Checkout }) {
  const canChange = useSelector(chart, selectCanChange)
  const [pressed, onPress] = usePressedControl(canChange)
  return (
    <>
      <BasketLines chart={chart} checkout={checkout} pressed={pressed} onPress={onPress} />
      <RefundProtectionChoice chart={chart} checkout={checkout} />
      <CodeBox chart={chart} checkout={checkout} isBusy={pressed === 'code'} onPress={onPress} />
      <div className={styles.totals}>
        <OrderTotals checkout={checkout} />
      </div>
      <ReserveButton chart={chart} checkout={checkout} />
      <UpcomingEvents heading="Continue shopping" organisers={checkout.organisers} />
    </>
  )
}
