import { useSelector } from '@xstate/react'
import { useEffect, type ComponentType } from 'react'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { lazyComponent, type LazyComponent } from './lazy-component.tsx'
import { selectStep } from './selectors.ts'
import { StepBoundary } from './step-boundary.tsx'
import { StepLoading } from './step-loading.tsx'
import type { StepProps } from './step-props.ts'
import BasketStep from './steps/basket/basket-step.tsx'
import DeterminingStep from './steps/determining/determining-step.tsx'

const lazyStep = (name: string, load: () => Promise<{ default: ComponentType<StepProps> }>) =>
  lazyComponent(name, load, StepLoading)

const TicketQuestionsStep = lazyStep(
  'ticket_questions',
  () => import('./steps/ticket-questions/ticket-questions-step.tsx'),
)

/** Component of each step; a missing one fails to compile. All but the first two are lazy. */
const steps: Record<CheckoutState, ComponentType<StepProps> | LazyComponent<StepProps>> = {
  determining: DeterminingStep,
  basket: BasketStep,
  reserve: lazyStep('reserve', () => import('./steps/reserve/reserve-step.tsx')),
  captcha: lazyStep('captcha', () => import('./steps/captcha/captcha-step.tsx')),
  donation: lazyStep('donation', () => import('./steps/donation/donation-step.tsx')),
  gift_aid: lazyStep('gift_aid', () => import('./steps/gift-aid/gift-aid-step.tsx')),
  login: lazyStep('login', () => import('./steps/login/login-step.tsx')),
  marketing_preferences: lazyStep(
    'marketing_preferences',
    () => import('./steps/marketing-preferences/marketing-preferences-step.tsx'),
  ),
  delivery_address: lazyStep(
    'delivery_address',
    () => import('./steps/delivery-address/delivery-address-step.tsx'),
  ),
  ticket_questions_before: TicketQuestionsStep,
  payment: lazyStep('payment', () => import('./steps/payment/payment-step.tsx')),
  awaiting_truelayer: lazyStep(
    'awaiting_truelayer',
    () => import('./steps/awaiting-truelayer/awaiting-truelayer-step.tsx'),
  ),
  deliver_tickets: lazyStep(
    'deliver_tickets',
    () => import('./steps/deliver-tickets/deliver-tickets-step.tsx'),
  ),
  ticket_questions_after: TicketQuestionsStep,
  waiver: lazyStep('waiver', () => import('./steps/waiver/waiver-step.tsx')),
  after_sale_messages: lazyStep(
    'after_sale_messages',
    () => import('./steps/after-sale-messages/after-sale-messages-step.tsx'),
  ),
  order_completed: lazyStep(
    'order_completed',
    () => import('./steps/order-completed/order-completed-step.tsx'),
  ),
}

/** Renders the current step, exactly one at a time [CONT-01]. */
export function CheckoutScreen({ actor }: StepProps) {
  const step = useSelector(actor, selectStep)
  const Step = steps[step]
  useEffect(() => void prefetchFrom(step), [step])
  return (
    <StepBoundary key={step} actor={actor}>
      <Step actor={actor} />
    </StepBoundary>
  )
}

/** Loads this step and, one after the other, those after it, so that they appear at once when the buyer goes on. */
async function prefetchFrom(step: CheckoutState) {
  const names = Object.keys(steps) as CheckoutState[]
  for (const name of names.slice(names.indexOf(step))) {
    const Step = steps[name]
    // Not from the basket on: many buyers only look at it.
    if (!('prefetch' in Step)) return
    await Step.prefetch()
  }
}
