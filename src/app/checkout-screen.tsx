import { useSelector } from '@xstate/react'
import type { ComponentType } from 'react'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import { lazyComponent } from '#src/checkout/lazy-component.tsx'
import { MoreTimeSpeech } from '#src/checkout/more-time/more-time-speech.tsx'
import { selectStep } from '#src/checkout/selectors.ts'
import { StepBoundary } from '#src/checkout/step-boundary.tsx'
import { StepLoading } from '#src/checkout/step-loading.tsx'
import type { StepProps } from '#src/checkout/step-props.ts'
import BasketStep from '#src/basket/basket-step.tsx'
import DeterminingStep from '#src/checkout/determining/determining-step.tsx'

const lazyStep = (name: string, load: () => Promise<{ default: ComponentType<StepProps> }>) =>
  lazyComponent(name, load, StepLoading)

const TicketQuestionsStep = lazyStep(
  'ticket-questions-step',
  () => import('#src/questions/ticket-questions-step.tsx'),
)

/** Component of each step; a missing one fails to compile. All but the first two are lazy. */
const steps: Record<CheckoutState, ComponentType<StepProps>> = {
  determining: DeterminingStep,
  basket: BasketStep,
  reserve: lazyStep('reserve-step', () => import('#src/reservation/reserve-step.tsx')),
  captcha: lazyStep('captcha-step', () => import('#src/reservation/captcha-step.tsx')),
  donation: lazyStep('donation-step', () => import('#src/donation/donation-step.tsx')),
  gift_aid: lazyStep('gift-aid-step', () => import('#src/donation/gift-aid-step.tsx')),
  login: lazyStep('login-step', () => import('#src/account/login-step.tsx')),
  marketing_preferences: lazyStep(
    'marketing-preferences-step',
    () => import('#src/account/marketing-preferences-step.tsx'),
  ),
  delivery_address: lazyStep('delivery-address-step', () => import('#src/address/delivery-address-step.tsx')),
  ticket_questions_before: TicketQuestionsStep,
  payment: lazyStep('payment-step', () => import('#src/payment/payment-step.tsx')),
  awaiting_truelayer: lazyStep(
    'awaiting-truelayer-step',
    () => import('#src/payment/bank/awaiting-truelayer-step.tsx'),
  ),
  deliver_tickets: lazyStep('deliver-tickets-step', () => import('#src/delivery/deliver-tickets-step.tsx')),
  ticket_questions_after: TicketQuestionsStep,
  waiver: lazyStep('waiver-step', () => import('#src/questions/waiver-step.tsx')),
  after_sale_messages: lazyStep(
    'after-sale-messages-step',
    () => import('#src/order/after-sale-messages-step.tsx'),
  ),
  order_completed: lazyStep('order-completed-step', () => import('#src/order/order-completed-step.tsx')),
}

/** Renders the current step, exactly one at a time [CONT-01]. */
export function CheckoutScreen({ actor }: StepProps) {
  const step = useSelector(actor, selectStep)
  const Step = steps[step]
  return (
    <>
      <StepBoundary key={step} actor={actor}>
        <Step actor={actor} />
      </StepBoundary>
      <MoreTimeSpeech actor={actor} />
    </>
  )
}
