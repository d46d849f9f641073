import { useSelector } from '@xstate/react'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import { selectIsOpen, type PaymentProps } from './payment-chart.ts'

/** Free tickets are claimed without asking; where that fails the buyer can try again [PAYM-30, OPEN-19]. */
export function ClaimFreeTickets({ chart }: PaymentProps) {
  const isClaiming = useSelector(chart, selectIsOpen)
  if (isClaiming) return <Spinner>Putting the tickets in your name. There is nothing to pay.</Spinner>
  return (
    <>
      <Notice tone="error">Your free tickets are not claimed yet. They are still reserved for you.</Notice>
      <Button ref={takeLostFocus} onClick={() => chart.send({ type: 'claim.retry' })}>
        Try again
      </Button>
    </>
  )
}
