import { useSelector } from '@xstate/react'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { useErrorTitle } from '#src/ui/error-title.ts'
import { leaveFocus } from '#src/ui/leave-focus.ts'
import { Spinner } from '#src/ui/spinner.tsx'
import { ClaimFreeTickets } from './claim-free-tickets.tsx'
import { selectIsOpen, selectMessage, selectState, type PaymentProps } from './payment-chart.ts'
import { PaymentForm } from './payment-form.tsx'
import { paymentTitle } from './payment-title.ts'
import { PaymentUnavailable } from './payment-unavailable.tsx'
import { firstPayment } from './plan/plan-choice.ts'

/** Payment step: card, bank transfer or free tickets [PAYM-01..13, PAYM-16..43, PAYM-45..49, PAYM-52..56, PAYM-58..62]. */
export default function PaymentStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const chart = useLoaded(useSelector(actor, selectPayment))
  const isPaying = useSelector(chart, (snapshot) => !!snapshot && selectIsOpen(snapshot))
  const hasFailed = useSelector(
    chart,
    (snapshot) => !!snapshot && (selectMessage(snapshot) !== '' || selectState(snapshot) === 'claim_failed'),
  )
  const isUnavailable = useSelector(
    chart,
    (snapshot) => !!snapshot && selectState(snapshot) === 'unavailable',
  )
  const months = useSelector(chart, (snapshot) =>
    snapshot?.context.method === 'plan' ? snapshot.context.plan?.months : undefined,
  )
  const title = paymentTitle({
    isFree: checkout.basket_total === 0,
    isPaying,
    isExpress: checkout.express,
  })
  useErrorTitle(title, hasFailed && !isPaying)
  return (
    <Step
      actor={actor}
      title={title}
      summary={isPaying || isUnavailable ? 'plain' : 'editable'}
      dueToday={months && firstPayment(checkout, months)}
    >
      {chart ? <Payment actor={actor} chart={chart} /> : <Spinner />}
    </Step>
  )
}

function Payment({ actor, chart }: StepProps & PaymentProps) {
  const state = useSelector(chart, selectState)
  if (claimingStates.includes(state)) return <ClaimFreeTickets chart={chart} />
  if (state === 'unavailable') return <PaymentUnavailable actor={actor} />
  return (
    <div ref={leaveFocus}>
      <PaymentForm actor={actor} chart={chart} />
    </div>
  )
}

const claimingStates = ['claiming', 'claim_failed']

const selectPayment = (snapshot: CheckoutSnapshot) => snapshot.children.payment
