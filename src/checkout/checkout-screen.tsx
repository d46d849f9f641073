import { useSelector } from '@xstate/react'
import { lazy, Suspense, type ComponentType } from 'react'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { StepProps } from './step-props.ts'
import { selectStep } from './selectors.ts'
import { StepBoundary } from './step-boundary.tsx'
import { StepLoading } from './step-loading.tsx'
import BasketStep from './steps/basket/basket-step.tsx'
import DeterminingStep from './steps/determining/determining-step.tsx'

const TicketQuestionsStep = lazy(() => import('./steps/ticket-questions/ticket-questions-step.tsx'))

/** The component of each step; a state without one does not compile. The first two come with the page. */
const steps: Record<CheckoutState, ComponentType<StepProps>> = {
  determining: DeterminingStep,
  basket: BasketStep,
  reserve: lazy(() => import('./steps/reserve/reserve-step.tsx')),
  captcha: lazy(() => import('./steps/captcha/captcha-step.tsx')),
  donation: lazy(() => import('./steps/donation/donation-step.tsx')),
  gift_aid: lazy(() => import('./steps/gift-aid/gift-aid-step.tsx')),
  login: lazy(() => import('./steps/login/login-step.tsx')),
  marketing_preferences: lazy(() => import('./steps/marketing-preferences/marketing-preferences-step.tsx')),
  delivery_address: lazy(() => import('./steps/delivery-address/delivery-address-step.tsx')),
  ticket_questions_before: TicketQuestionsStep,
  payment: lazy(() => import('./steps/payment/payment-step.tsx')),
  awaiting_truelayer: lazy(() => import('./steps/awaiting-truelayer/awaiting-truelayer-step.tsx')),
  deliver_tickets: lazy(() => import('./steps/deliver-tickets/deliver-tickets-step.tsx')),
  ticket_questions_after: TicketQuestionsStep,
  waiver: lazy(() => import('./steps/waiver/waiver-step.tsx')),
  after_sale_messages: lazy(() => import('./steps/after-sale-messages/after-sale-messages-step.tsx')),
  order_completed: lazy(() => import('./steps/order-completed/order-completed-step.tsx')),
}

/** Draws the step that the chart stands on: exactly one at a time [CONT-01]. */
export function CheckoutScreen({ actor }: StepProps) {
  const step = useSelector(actor, selectStep)
  const Step = steps[step]
  return (
    <StepBoundary key={step} actor={actor}>
      <Suspense fallback={<StepLoading actor={actor} />}>
        <Step actor={actor} />
      </Suspense>
    </StepBoundary>
  )
}
