import { Spinner } from '#src/ui/spinner.tsx'
import type { StepProps } from './step-props.ts'
import { Step } from './step.tsx'

/** Shown while the script of the next step arrives. */
export function StepLoading({ actor }: StepProps) {
  return (
    <Step actor={actor} title="Checkout" summary="plain">
      <Spinner />
    </Step>
  )
}
