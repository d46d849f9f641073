import { useSelector } from '@xstate/react'
import type { StepProps } from '#src/checkout/step-props.ts'
import { selectIsUnsupportedBrowser } from '#src/checkout/selectors.ts'
import { Step } from '#src/checkout/step.tsx'
import { Spinner } from '#src/ui/spinner.tsx'
import { UnsupportedBrowser } from './unsupported-browser.tsx'

/** The tickets are being set aside [RESV-01..03]; a browser that cannot go on from here is told so [OPEN-67]. */
export default function ReserveStep({ actor }: StepProps) {
  const isUnsupported = useSelector(actor, selectIsUnsupportedBrowser)
  return (
    <Step actor={actor} title="Checkout" summary={isUnsupported ? 'editable' : 'plain'}>
      {isUnsupported ? (
        <UnsupportedBrowser />
      ) : (
        <Spinner>
          <span>Reserving tickets</span>
          <span>PLEASE WAIT</span>
        </Spinner>
      )}
    </Step>
  )
}
