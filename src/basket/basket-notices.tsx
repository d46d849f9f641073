import { useSelector } from '@xstate/react'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectShowsExpiryNotice, selectReservingError } from '#src/checkout/selectors.ts'
import { timeslotWarnings } from '#src/basket/rules/timeslots.ts'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import styles from './basket.module.css'
import { selectCanReserve, type BasketProps } from './basket-selectors.ts'
import { basketWarnings } from './basket-warnings.ts'

/** Warnings and successes above the basket, and the way to reserve again after the time expired. */
export function BasketNotices({ actor, chart, checkout }: StepProps & BasketProps & { checkout: Checkout }) {
  const reservingError = useSelector(actor, selectReservingError)
  const showsExpiryNotice = useSelector(actor, selectShowsExpiryNotice)
  const warnings = basketWarnings(checkout, { reservingError, showsExpiryNotice })
  const canReserve = useSelector(chart, selectCanReserve)
  const timeslots = timeslotWarnings(checkout)
  if (warnings.length + timeslots.length === 0 && !checkout.basket_success) return null
  return (
    <div className={styles.notices}>
      {warnings.map((text) => (
        <Notice key={text} tone="warning">
          {text}
        </Notice>
      ))}
      {showsExpiryNotice && canReserve && (
        <Button look="secondary" onClick={() => chart?.send({ type: 'basket.reserve' })}>
          Reserve again
        </Button>
      )}
      {timeslots.map(({ event_id, message }) => (
        <Notice key={event_id} tone="warning">
          {message}
        </Notice>
      ))}
      {checkout.basket_success && <Notice tone="success">{checkout.basket_success}</Notice>}
    </div>
  )
}
