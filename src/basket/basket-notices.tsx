import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectShowsExpiryNotice, selectReservingError } from '#src/checkout/selectors.ts'
import { timeslotWarnings } from '#src/basket/rules/timeslots.ts'
import { Notice } from '#src/ui/notice.tsx'
import { selectHasRemoved, type BasketProps } from './basket-selectors.ts'
import styles from './basket.module.css'
import { basketWarnings } from './basket-warnings.ts'
import { expired } from './rules/expired.ts'

const ReserveAgain = lazyComponent('reserve-again', () => import('./reserve-again.tsx'))

/** Warnings and successes above the basket; one of them reserves again by the `chart`, unless it `isEmpty`. */
export function BasketNotices({
  actor,
  chart,
  checkout,
  isEmpty,
}: StepProps & BasketProps & { checkout: Checkout; isEmpty: boolean }) {
  const reservingError = useSelector(actor, selectReservingError)
  const showsExpiryNotice = useSelector(actor, selectShowsExpiryNotice)
  const hasRemoved = useSelector(chart, selectHasRemoved)
  const hasEmptied = isEmpty && hasRemoved
  const warnings = basketWarnings(checkout, { reservingError, showsExpiryNotice, hasEmptied })
  const timeslots = timeslotWarnings(checkout)
  if (warnings.length + timeslots.length === 0 && !checkout.basket_success) return null
  return (
    <div className={styles.notices}>
      {warnings.map((text) => (
        <Notice
          key={text}
          tone="warning"
          foot={text === expired && !isEmpty && <ReserveAgain chart={chart} checkout={checkout} />}
        >
          {text}
        </Notice>
      ))}
      {timeslots.map(({ event_id, message }) => (
        <Notice key={event_id} tone="warning">
          {message}
        </Notice>
      ))}
      {checkout.basket_success && <Notice tone="success">{checkout.basket_success}</Notice>}
    </div>
  )
}
