import { useQuery } from '@tanstack/react-query'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { orderCompletedMachine } from '#machines/order-completed.ts'
import { simpleInfoQuery } from '#src/api/order-calls.ts'
import type { CheckoutSnapshot, StepProps } from '#src/checkout/step-props.ts'
import { Step } from '#src/checkout/step.tsx'
import { useCheckout, useUser } from '#src/checkout/use-checkout.ts'
import UpcomingEvents from '#src/checkout/upcoming-events/upcoming-events.tsx'
import { LinkButton } from '#src/ui/link-button.tsx'
import { BigTick } from './big-tick.tsx'
import { livestreams } from './livestreams.ts'
import { OrderStub } from './order-stub.tsx'
import { orderHeading, PlanNotes, WalletSent } from './order-messages.tsx'
import { Tiles } from './tiles.tsx'

/**
 * Completed order: reference, delivery and next actions [DONE-03..19]. The chart loads reference and email; if that
 * fails, the reference of the checkout is shown [DONE-26, DONE-27].
 */
export default function OrderCompletedStep({ actor }: StepProps) {
  const checkout = useCheckout()
  const user = useUser()
  const { data: order } = useQuery({ ...simpleInfoQuery, enabled: false })
  const chart = useSelector(actor, selectOrderCompleted)
  const isSubscribing = useSelector(chart, selectIsSubscribing)
  const isSubscribed = useSelector(chart, selectIsSubscribed) || user?.is_event_subscribed
  const hasPlan = checkout.payment_plan_remaining

  return (
    <Step actor={actor} title={orderHeading(hasPlan)} summary="none">
      <BigTick />
      <p>
        Your reference is <b>{order?.sale_reference || checkout.sale_reference}</b>
      </p>
      {hasPlan ? <PlanNotes /> : <WalletSent email={order?.sale_email ?? ''} />}
      {!hasPlan && !isSubscribed && (
        <LinkButton busy={isSubscribing} onClick={() => chart?.send({ type: 'updates.subscribe' })}>
          Subscribe to important updates
        </LinkButton>
      )}
      <Tiles streams={livestreams(checkout)} />
      <OrderStub checkout={checkout} />
      <UpcomingEvents heading="Browse more events" organisers={checkout.organisers} />
    </Step>
  )
}

type OrderSnapshot = SnapshotFrom<typeof orderCompletedMachine>

const selectOrderCompleted = ({ children }: CheckoutSnapshot) => children.orderCompleted
const selectIsSubscribing = (order?: OrderSnapshot) => order?.matches('subscribing') ?? false
const selectIsSubscribed = (order?: OrderSnapshot) => order?.context.isSubscribed ?? false
