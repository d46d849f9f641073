import { setup, type PromiseActorLogic } from 'xstate'

/**
 * Delivers paid tickets: to the ticket wallet after 1 second, then by email, then on after 3 seconds [DELI-05..10].
 * The server's worker delivers anyway, so a failure never costs the buyer a ticket and never traps them here.
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
  description: 'Getting the tickets to the buyer.',
  initial: 'payment_complete',
  states: {
    payment_complete: {
      description: 'Payment is complete; delivery starts in a second.',
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
        'The ticket wallet did not take the tickets. The buyer can try again or go on; the shop keeps trying.',
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
      description: 'The tickets are in the wallet, the email did not go. The buyer can try again or go on.',
      on: {
        'delivery.retry': { target: 'delivering_to_email' },
        'delivery.continue': { target: 'fetching_user' },
      },
    },
    delivered: {
      description: 'Everything has arrived; a moment to read it.',
      after: { moveOn: { target: 'fetching_user' } },
    },
    fetching_user: {
      description: 'Making sure that the page knows the buyer.',
      tags: ['busy'],
      invoke: {
        id: 'ensureUser',
        src: 'ensureUser',
        onDone: { target: 'done' },
        onError: { target: 'done' },
      },
    },
    done: { description: 'On to the next step.', type: 'final' },
  },
})
