import { useSelector } from '@xstate/react'
import { SummarySkeleton } from '#src/checkout/order-summary/summary-skeleton.tsx'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Shell } from '#src/checkout/shell.tsx'
import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { takeLostFocus } from '#src/ui/take-lost-focus.ts'

/** Loading step; looks like the server-rendered page [CONT-09]. */
export default function DeterminingStep({ actor }: StepProps) {
  const hasFailed = useSelector(actor, selectHasFailed)
  const title = 'Determining checkout progress'
  return (
    <Shell
      step="determining"
      substate={hasFailed ? 'load_failed' : 'loading'}
      title={hasFailed ? `Error: ${title}` : title}
      heading={title}
      summary={!hasFailed && <SummarySkeleton />}
    >
      {hasFailed ? (
        <>
          <Notice tone="error">
            We couldn't load this page just now. Nothing is lost: your basket, or the order you have paid for,
            is safe.
          </Notice>
          <div ref={takeLostFocus}>
            <Button onClick={() => actor.send({ type: 'checkout.retry' })}>Try again</Button>
          </div>
        </>
      ) : (
        <div tabIndex={-1} ref={takeLostFocus}>
          <Spinner>Opening your checkout</Spinner>
        </div>
      )}
    </Shell>
  )
}

const selectHasFailed = (snapshot: CheckoutSnapshot) => snapshot.matches({ determining: 'load_failed' })
