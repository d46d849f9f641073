import { setup, type PromiseActorLogic } from 'xstate'

/**
 * Delivers paid tickets: to the ticket wallet after 1 second, then by email; continues after 3 seconds [DELI-05..10].
 * The server's worker delivers anyway, so the buyer may continue after any failure.
 */
export const ticketDeliveryMachine = setup({
  types: { events: {} as { type: 'delivery.retry' } | { type: 'delivery.continue' } },
  actors: {
    deliverToBitticket: {} as PromiseActorLogic<{ isCompleted: boolean }>,
    deliverToWallet: {} as PromiseActorLogic<{ isCompleted: boolean }>,
    ensureUser: {} as PromiseActorLogic<void>,
  },
  delays: { deliveryStart: 1_000, moveOn: 3_000 },
  guards: { isCompleted: (_, params: { isCompleted: boolean }) => params.isCompleted },
  actions: { notifyError: (_, _params: { text: string }) => {} },
}).createMachine({
  id: 'ticketDelivery',
  description: 'Delivers the tickets to the buyer.',
  initial: 'payment_complete',
  states: {
    payment_complete: {
      description: 'The order is paid; delivery starts in a second.',
      tags: ['busy'],
      after: { deliveryStart: { target: 'delivering_to_ticket_wallet' } },
    },
    delivering_to_ticket_wallet: {
      description: 'Putting the tickets into the ticket wallet.',
      tags: ['busy'],
      invoke: {
        id: 'deliverToBitticket',
        src: 'deliverToBitticket',
        onDone: [
          {
            guard: { type: 'isCompleted', params: ({ event }) => event.output },
            target: 'delivering_to_email',
          },
          { target: 'delivery_failed' },
        ],
        onError: {
          target: 'delivery_failed',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to deliver to Bitticket. Please try again later' },
          },
        },
      },
    },
    delivery_failed: {
      description:
        'Delivery to the ticket wallet failed. The buyer can try again or continue; the server keeps trying.',
      on: {
        'delivery.retry': { target: 'delivering_to_ticket_wallet' },
        'delivery.continue': { target: 'fetching_user' },
      },
    },
    delivering_to_email: {
      description: 'Sending a copy of the wallet by email.',
      tags: ['busy'],
      invoke: {
        id: 'deliverToWallet',
        src: 'deliverToWallet',
        onDone: [
          { guard: { type: 'isCompleted', params: ({ event }) => event.output }, target: 'delivered' },
          {
            target: 'email_failed',
            actions: {
              type: 'notifyError',
              params: { text: 'Unable to deliver to Wallet. Please try again later' },
            },
          },
        ],
        onError: {
          target: 'email_failed',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to deliver to Wallet. Please try again later' },
          },
        },
      },
    },
    email_failed: {
      description:
        'The tickets are in the wallet but sending the email failed. The buyer can try again or continue.',
      on: {
        'delivery.retry': { target: 'delivering_to_email' },
        'delivery.continue': { target: 'fetching_user' },
      },
    },
    delivered: {
      description: 'Delivery is complete; the page shows it for a moment.',
      after: { moveOn: { target: 'fetching_user' } },
    },
    fetching_user: {
      description: 'Loading the buyer, if not yet loaded.',
      tags: ['busy'],
      invoke: {
        id: 'ensureUser',
        src: 'ensureUser',
        onDone: { target: 'done' },
        onError: { target: 'done' },
      },
    },
    done: { description: 'The buyer continues to the next step.', type: 'final' },
  },
})
