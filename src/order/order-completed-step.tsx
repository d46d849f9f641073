import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import UpcomingEvents from '#src/checkout/upcoming-events/upcoming-events.tsx'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { useLoaded } from '#src/checkout/use-loaded.ts'
import { BackToOverview } from './back-to-overview.tsx'
import { BigTick } from './big-tick.tsx'
import { FindAPlace } from './find-a-place.tsx'
import { selectTransfers, selectView } from './order-completed-selectors.ts'
import { OrderHeading } from './order-heading.tsx'
import { orderHeading } from './order-messages.tsx'
import { Overview } from './overview.tsx'
import { TransfersLoading } from './transfers/transfers-loading.tsx'

const TransferTickets = lazyComponent(
  'transfer-tickets',
  () => import('./transfers/transfer-tickets.tsx'),
  TransfersLoading,
)

/** Shows the view of the order completed chart, and further events below once it is there [DONE-01..28, XFER-01]. */
export default function OrderCompletedStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const chart = useLoaded(useSelector(actor, selectOrderCompleted))
  const view = useSelector(chart, selectView)
  const transfers = useSelector(chart, selectTransfers)
  const [hasLeft, setHasLeft] = useState(false)
  if (view !== 'overview' && !hasLeft) setHasLeft(true)

  const titles = {
    overview: orderHeading(checkout.payment_plan_remaining),
    transfer_tickets: 'Transfer tickets',
    'find-a-place': 'Find a place to stay',
  }
  return (
    <Step
      actor={actor}
      title={titles[view]}
      heading={view === 'overview' ? <OrderHeading text={titles.overview} /> : undefined}
      view={view}
      back={view === 'overview' ? undefined : <BackToOverview chart={chart} transfers={transfers} />}
      summary="none"
    >
      {view === 'overview' && <BigTick isStill={hasLeft} />}
      {chart && view === 'overview' && <Overview chart={chart} checkout={checkout} isStill={hasLeft} />}
      {transfers && <TransferTickets chart={transfers} checkout={checkout} />}
      {chart && view === 'find-a-place' && <FindAPlace checkout={checkout} />}
      {chart && <UpcomingEvents heading="Browse more events" organisers={checkout.organisers} />}
    </Step>
  )
}

const selectOrderCompleted = ({ children }: CheckoutSnapshot) => children.orderCompleted
