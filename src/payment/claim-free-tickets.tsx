import { useSelector } from '@xstate/react'
import styles from '#src/checkout/step-form.module.css'
import { Button } from '#src/ui/button.tsx'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { selectIsOpen, selectMessage, type PaymentProps } from './payment-chart.ts'

/** Progress of claiming free tickets, which starts by itself, and a retry after a failure [PAYM-30, OPEN-19]. */
export function ClaimFreeTickets({ chart }: PaymentProps) {
  const isClaiming = useSelector(chart, selectIsOpen)
  const message = useSelector(chart, selectMessage)
  if (isClaiming) return <Spinner>We're claiming your tickets. There's nothing to pay.</Spinner>
  return (
    <div className={styles.form} ref={leaveFocus}>
      <Notice tone="error">
        {message || "We haven't claimed your free tickets yet. They're still reserved for you."}
      </Notice>
      <Button ref={takeLostFocus} onClick={() => chart.send({ type: 'claim.retry' })}>
        Try again
      </Button>
    </div>
  )
}
