import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, it, vi } from 'vitest'
import { createActor, type AnyStateMachine, type StateValueFrom } from 'xstate'
import type { checkoutMachine } from '#machines/checkout.ts'
import LoginStep from '#src/account/login-step.tsx'
import DeliveryAddressStep from '#src/address/delivery-address-step.tsx'
import { checkoutQuery } from '#src/checkout/checkout-calls.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { userQuery } from '#src/checkout/user-calls.ts'
import { restingCheckout } from '#src/checkout/testing/resting-checkout.ts'
import type { StepProps } from '#src/checkout/step-props.ts'
import DeliverTicketsStep from '#src/delivery/deliver-tickets-step.tsx'
import { lazyMachine } from '#src/lib/lazy-machine.ts'
import OrderCompletedStep from '#src/order/order-completed-step.tsx'
import AwaitingTruelayerStep from '#src/payment/bank/awaiting-truelayer-step.tsx'
import PaymentStep from '#src/payment/payment-step.tsx'
import TicketQuestionsStep from '#src/questions/ticket-questions-step.tsx'

beforeEach(() => vi.stubGlobal('location', new URL('https://shop.example/checkout/')))

type Value = StateValueFrom<typeof checkoutMachine>

it.each<[string, string, Value, ComponentType<StepProps>, string]>([
  ['Account', 'account', { holding: { login: 'identifying' } }, LoginStep, 'Loading'],
  [
    'Delivery Address',
    'deliveryAddress',
    { holding: { delivery_address: 'addressing' } },
    DeliveryAddressStep,
    'Loading',
  ],
  [
    'Ticket Questions',
    'ticketQuestions',
    { holding: { ticket_questions_before: 'answering' } },
    TicketQuestionsStep,
    'Loading',
  ],
  ['Payment', 'payment', { holding: { payment: 'choosing' } }, PaymentStep, 'Loading'],
  [
    'Payment',
    'bankPolling',
    { holding: { awaiting_truelayer: 'polling' } },
    AwaitingTruelayerStep,
    'Checking your payment with your bank',
  ],
  [
    'Payment',
    'ticketDelivery',
    { paid: { deliver_tickets: 'delivering' } },
    DeliverTicketsStep,
    'Payment complete',
  ],
  [
    'Order complete!',
    'orderCompleted',
    { paid: 'order_completed' },
    OrderCompletedStep,
    'Your tickets are on their way.',
  ],
])(
  'shows the step %s while the script of %s loads, and that it does [F27]',
  (title, child, value, Shown, words) => {
    const chart = createActor(
      lazyMachine<never, AnyStateMachine>(() => new Promise(() => {}), String as never),
    ).start()
    const actor = restingCheckout(value, { children: { [child]: chart } })
    const queryClient = new QueryClient()
    queryClient.setQueryData(
      checkoutQuery.queryKey,
      checkoutSchema.parse({ state: 'payment', currency: '£', basket_total: '20.00' }),
    )
    queryClient.setQueryData(userQuery.queryKey, null)
    const html = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <Shown actor={actor} />
      </QueryClientProvider>,
    )
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1]?.replace(/<[^>]*>/g, '')).toContain(title)
    expect(html).toContain(words)
    expect(html).not.toContain('<form')
  },
)
