import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'
import type { AttemptChart } from './payment-chart.ts'

/** Notice that the provider has not told how the payment ended, with the offer to check again. */
export function UnsettledPayment({ attempt }: { attempt: AttemptChart }) {
  return (
    <>
      <Notice tone="warning">
        We could not confirm yet if the payment was completed. You can close this page: we will keep checking,
        and email you your tickets if it was.
      </Notice>
      <Button look="secondary" ref={takeLostFocus} onClick={() => attempt.send({ type: 'payment.check' })}>
        Check again
      </Button>
    </>
  )
}
