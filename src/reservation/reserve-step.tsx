import { useSelector } from '@xstate/react'
import { selectReservation } from '#src/checkout/selectors.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { plural } from '#src/lib/plural.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { UnsupportedBrowser } from './unsupported-browser.tsx'

/** Reserve step: progress, or a warning in an unsupported browser [RESV-01..03, OPEN-67]. */
export default function ReserveStep({ actor }: StepProps) {
  const chart = useSelector(actor, selectReservation)
  const count = useCheckout().tickets.reduce((sum, { qty }) => sum + qty, 0)
  const isUnsupported = useSelector(chart, (snapshot) => snapshot?.matches('unsupported_browser') ?? false)
  return (
    <Step actor={actor} title="Checkout" summary={isUnsupported ? 'editable' : 'plain'}>
      {isUnsupported ? (
        <UnsupportedBrowser />
      ) : (
        <Spinner>
          <span>Reserving tickets</span>
          <span>PLEASE WAIT</span>
          {count > 0 && <span>{`Holding ${count} ${plural(count, 'ticket')} for you`}</span>}
        </Spinner>
      )}
    </Step>
  )
}
