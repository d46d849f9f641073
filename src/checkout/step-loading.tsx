import { Button } from '#src/ui/button.tsx'
import { Notice } from '#src/ui/notice.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { StepProps } from './step-props.ts'
import { Step } from './step.tsx'

/** How many tries fail before the buyer is offered to load the page again, which is the last resort. */
const MANY_FAILURES = 3

/** Stands in for a step until its script has been fetched; after `failures` it says what is going on. */
export function StepLoading({ actor, failures }: StepProps & { failures: number }) {
  return (
    <Step actor={actor} title="Checkout" summary="plain">
      {failures > 0 && (
        <Notice tone="warning">
          We cannot reach the shop. Please check your connection: the checkout continues as soon as you are
          back online, and your basket is safe.
        </Notice>
      )}
      <Spinner />
      {failures >= MANY_FAILURES && (
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
      )}
    </Step>
  )
}
