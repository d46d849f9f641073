import { Button } from '#src/ui/button.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import type { StepProps } from './step-props.ts'
import { Step } from './step.tsx'
import { Unreachable } from './unreachable.tsx'

/** Number of failed attempts before the page offers a reload, as a last resort. */
const MANY_FAILURES = 3

/** Placeholder of a step while its script loads; explains the problem after `failures`. */
export function StepLoading({ actor, failures }: StepProps & { failures: number }) {
  return (
    <Step actor={actor} title="Checkout" summary="plain">
      {failures > 0 && <Unreachable safe="basket is" />}
      <Spinner />
      {failures >= MANY_FAILURES && (
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
      )}
    </Step>
  )
}
