import {
  assign,
  raise,
  setup,
  type AnyActorRef,
  type CallbackActorLogic,
  type EventObject,
  type PromiseActorLogic,
} from 'xstate'
import type { OrderTransfers, transfersMachine } from '#machines/transfers.ts'

/** What a completed order allows. */
export interface OrderOffers extends OrderTransfers {
  /** Tickets have been sent, and none came back: the overview no longer offers to transfer any [XFER-18, OPEN-88]. */
  isSent: boolean
  /** Some event has a full venue address [DONE-22]. */
  hasStay: boolean
  /** The shop can send the tickets again. */
  canResend: boolean
  /** The shop can send them to a corrected email, once. */
  canCorrectEmail: boolean
}

/**
 * The completed order: its overview, from where the buyer subscribes, gives feedback, has the tickets sent again, or
 * opens one of two other views: transferring tickets and finding a place to stay [DONE-01].
 */
export const orderCompletedMachine = setup({
  types: {
    context: {} as OrderOffers & {
      /** The buyer has just subscribed to event updates [DONE-14]. */
      isSubscribed: boolean
      /** Feedback that could not be sent, for another attempt; '' for none. */
      feedback: string
      /** The corrected email; '' until its code is sent. */
      email: string
      /** Error message of the last attempt to correct the email. */
      message: string
    },
    events: {} as
      | { type: 'updates.subscribe' }
      | { type: 'feedback.open' }
      | { type: 'feedback.send'; message: string }
      | { type: 'tickets.resend' }
      | { type: 'email.correct' }
      | { type: 'email.submit'; email: string }
      | { type: 'code.verify'; code: string }
      | { type: 'transfer.open' }
      | { type: 'order.changed' }
      | { type: 'stay.open' }
      | { type: 'overview.return' },
    tags: {} as 'busy' | 'feedback' | 'email',
    children: {} as { transfers: 'transfers'; viewHistory: 'viewHistory' },
  },
  actors: {
    loadOrder: {} as PromiseActorLogic<OrderOffers>,
    subscribeToEvents: {} as PromiseActorLogic<void>,
    sendFeedback: {} as PromiseActorLogic<void, { message: string }>,
    resendTickets: {} as PromiseActorLogic<{ message: string }>,
    sendEmailCode: {} as PromiseActorLogic<{ message: string }, { email: string }>,
    changeEmail: {} as PromiseActorLogic<{ message: string }, { email: string; code: string }>,
    transfers: {} as typeof transfersMachine,
    viewHistory: {} as CallbackActorLogic<EventObject, { chart: AnyActorRef }>,
  },
  guards: {
    isWritten: (_, params: { message: string }) => params.message.trim() !== '',
    isDone: (_, params: { message: string }) => params.message === '',
    hasTransfers: ({ context }) => context.lines.length + context.offers.length > 0,
    hasStay: ({ context }) => context.hasStay,
    hasChanged: (_, params: { isChanged: boolean }) => params.isChanged,
    canResend: ({ context }) => context.canResend,
    canCorrectEmail: ({ context }) => context.canCorrectEmail,
  },
  actions: {
    storeOffers: assign((_, params: OrderOffers) => params),
    storeSubscribed: assign({ isSubscribed: true }),
    storeFeedback: assign((_, params: { message: string }) => ({ feedback: params.message })),
    clearFeedback: assign({ feedback: '' }),
    storeCorrected: assign({ canCorrectEmail: false }),
    storeEmail: assign((_, params: { email: string }) => ({ email: params.email })),
    storeMessage: assign((_, params: { message: string }) => ({ message: params.message })),
    clearMessage: assign({ message: '' }),
    storeTransferred: assign(({ context }, params: OrderTransfers & { isSent: boolean }) => ({
      lines: params.lines,
      offers: params.offers,
      attempt: params.attempt,
      isSent: context.isSent || params.isSent,
    })),
    raiseOrderChanged: raise({ type: 'order.changed' }),
    notifyError: (_, _params: { text: string }) => {},
    notifySuccess: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'orderCompleted',
  description: 'Shows the completed order and what the buyer can do next.',
  context: {
    lines: [],
    attempt: '',
    offers: [],
    isSent: false,
    hasStay: false,
    canResend: false,
    canCorrectEmail: false,
    isSubscribed: false,
    feedback: '',
    email: '',
    message: '',
  },
  type: 'parallel',
  states: {
    view: {
      description: 'What the page shows.',
      initial: 'overview',
      states: {
        overview: {
          description:
            'The page shows the order reference and next actions. What the order allows appears once it is loaded.',
          on: {
            'feedback.open': { target: 'writing_feedback' },
            'email.correct': { guard: 'canCorrectEmail', target: 'correcting_email' },
            'transfer.open': { guard: 'hasTransfers', target: 'transfer_tickets' },
            'stay.open': { guard: 'hasStay', target: 'find_a_place' },
          },
        },
        writing_feedback: {
          description: 'The buyer writes feedback in a dialog.',
          tags: ['feedback'],
          on: {
            'feedback.send': {
              guard: { type: 'isWritten', params: ({ event }) => event },
              target: 'sending_feedback',
              actions: { type: 'storeFeedback', params: ({ event }) => event },
            },
            'overview.return': { target: 'overview' },
          },
        },
        sending_feedback: {
          description: 'Sending the feedback. Whether or not it succeeds, the dialog closes.',
          tags: ['feedback', 'busy'],
          invoke: {
            id: 'sendFeedback',
            src: 'sendFeedback',
            input: ({ context }) => ({ message: context.feedback }),
            onDone: {
              target: 'overview',
              actions: [
                'clearFeedback',
                { type: 'notifySuccess', params: { text: 'Your feedback has been sent. Thanks!' } },
              ],
            },
            onError: {
              target: 'overview',
              actions: { type: 'notifyError', params: { text: 'Unable to send feedback. Please try again' } },
            },
          },
        },
        correcting_email: {
          description: 'The buyer corrects the email, which a one-time code sent to it must confirm.',
          tags: ['email'],
          initial: 'entering',
          on: { 'overview.return': { target: 'overview', actions: 'clearMessage' } },
          states: {
            entering: {
              description: 'The buyer enters the right email.',
              on: {
                'email.submit': {
                  target: 'sending_code',
                  actions: ['clearMessage', { type: 'storeEmail', params: ({ event }) => event }],
                },
              },
            },
            sending_code: {
              description: 'Sending a one-time code to the new email.',
              tags: ['busy'],
              invoke: {
                id: 'sendEmailCode',
                src: 'sendEmailCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: [
                  { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'confirming' },
                  {
                    target: 'entering',
                    actions: { type: 'storeMessage', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'entering',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'Unable to send the code. Please try again later' },
                  },
                },
              },
            },
            confirming: {
              description: 'The buyer enters the code.',
              on: {
                'code.verify': { target: 'changing_email', actions: 'clearMessage' },
                'email.correct': { target: 'entering', actions: 'clearMessage' },
              },
            },
            changing_email: {
              description: 'Checking the code; if it is right, the shop sends the tickets to the new email.',
              tags: ['busy'],
              invoke: {
                id: 'changeEmail',
                src: 'changeEmail',
                input: ({ context, event }) => ({
                  email: context.email,
                  code: event.type === 'code.verify' ? event.code : '',
                }),
                onDone: [
                  {
                    guard: { type: 'isDone', params: ({ event }) => event.output },
                    target: '#orderCompleted.view.overview',
                    actions: [
                      'storeCorrected',
                      {
                        type: 'notifySuccess',
                        params: { text: 'Your tickets are on their way to the new address' },
                      },
                    ],
                  },
                  {
                    target: 'confirming',
                    actions: { type: 'storeMessage', params: ({ event }) => event.output },
                  },
                ],
                onError: {
                  target: 'confirming',
                  actions: {
                    type: 'storeMessage',
                    params: { message: 'Unable to check the code. Please try again later' },
                  },
                },
              },
            },
          },
        },
        transfer_tickets: {
          description: 'The buyer transfers tickets, or sees what was offered: see the transfers chart.',
          invoke: [
            { id: 'viewHistory', src: 'viewHistory', input: ({ self }) => ({ chart: self }) },
            {
              id: 'transfers',
              src: 'transfers',
              input: ({ context }) => ({
                lines: context.lines,
                offers: context.offers,
                attempt: context.attempt,
              }),
              onDone: [
                {
                  guard: { type: 'hasChanged', params: ({ event }) => event.output },
                  target: 'overview',
                  actions: [
                    { type: 'storeTransferred', params: ({ event }) => event.output },
                    'raiseOrderChanged',
                  ],
                },
                {
                  target: 'overview',
                  actions: { type: 'storeTransferred', params: ({ event }) => event.output },
                },
              ],
              onError: { target: 'overview' },
            },
          ],
        },
        find_a_place: {
          description: 'The page shows a map of places to stay near the event.',
          invoke: { id: 'viewHistory', src: 'viewHistory', input: ({ self }) => ({ chart: self }) },
          on: { 'overview.return': { target: 'overview' } },
        },
      },
    },
    details: {
      description: 'The delivery details of the order, which every view can do without.',
      initial: 'loading',
      states: {
        loading: {
          description: 'Loading the delivery details. A failure is not reported.',
          invoke: {
            id: 'loadOrder',
            src: 'loadOrder',
            onDone: {
              target: 'loaded',
              actions: { type: 'storeOffers', params: ({ event }) => event.output },
            },
            onError: { target: 'loaded' },
          },
          on: { 'order.changed': { target: 'loading', reenter: true } },
        },
        loaded: {
          description:
            'The page knows what the order allows. It asks again once an offer has changed: its tickets may be transferred then.',
          on: { 'order.changed': { target: 'loading' } },
        },
      },
    },
    updates: {
      description: 'The subscription to important event updates.',
      initial: 'idle',
      states: {
        idle: {
          description: 'The buyer can subscribe.',
          on: { 'updates.subscribe': { target: 'subscribing' } },
        },
        subscribing: {
          description: 'Subscribing the buyer to important event updates.',
          invoke: {
            id: 'subscribeToEvents',
            src: 'subscribeToEvents',
            onDone: {
              target: 'idle',
              actions: [
                'storeSubscribed',
                {
                  type: 'notifySuccess',
                  params: { text: 'You have been subscribed to important event updates' },
                },
              ],
            },
            onError: {
              target: 'idle',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to add to subscription. Please try again later' },
              },
            },
          },
        },
      },
    },
    resend: {
      description: 'Sending the tickets again.',
      initial: 'idle',
      states: {
        idle: {
          description: 'The buyer can have the tickets sent again.',
          on: { 'tickets.resend': { guard: 'canResend', target: 'resending' } },
        },
        resending: {
          description: 'Sending the tickets to the same email again.',
          invoke: {
            id: 'resendTickets',
            src: 'resendTickets',
            onDone: [
              {
                guard: { type: 'isDone', params: ({ event }) => event.output },
                target: 'idle',
                actions: { type: 'notifySuccess', params: { text: 'We have sent your tickets again' } },
              },
              {
                target: 'idle',
                actions: { type: 'notifyError', params: ({ event }) => ({ text: event.output.message }) },
              },
            ],
            onError: {
              target: 'idle',
              actions: {
                type: 'notifyError',
                params: { text: 'Unable to send your tickets again. Please try again later' },
              },
            },
          },
        },
      },
    },
  },
})
