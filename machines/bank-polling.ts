import { assign, setup, type PromiseActorLogic } from 'xstate'

/** One answer of the bank's status call. `amount` is in pence, `hasTime` is false when the checkout's time has run out. */
export interface BankStatus {
  status: 'pending' | 'completed' | 'failed'
  amount: number
  reference: string
  message: string
  hasTime: boolean
}

/** How waiting for the bank ended. */
export type BankOutcome = BankStatus & { status: 'completed' | 'failed' }

/** Number of status calls after which polling ends; the buyer can go on asking by hand [BANK-22]. */
export const mostAttempts = 60

/**
 * Asks for the bank's answer: first after 2 seconds, then every 1.5 seconds, `mostAttempts` times [BANK-08, BANK-09, BANK-22].
 * A failed call counts as an attempt, its notice shows once; so does one that is not answered in 20 seconds, which a
 * phone that lost its network would wait for without end. After that the buyer can ask again by hand.
 */
export const bankPollingMachine = setup({
  types: {
    context: {} as { attempts: number; hasNotified: boolean; outcome: BankOutcome | null },
    events: {} as { type: 'status.check' },
    output: {} as BankOutcome,
  },
  actors: { getTruelayerStatus: {} as PromiseActorLogic<BankStatus> },
  delays: { firstPoll: 2_000, pollInterval: 1_500, answerWait: 20_000 },
  guards: {
    isAnswered: (_, params: BankStatus) => params.status !== 'pending',
    isSpent: ({ context }) => context.attempts >= mostAttempts,
    hasNotified: ({ context }) => context.hasNotified,
  },
  actions: {
    storeAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    storeOutcome: assign((_, params: BankStatus) => ({ outcome: params as BankOutcome })),
    storeNotified: assign({ hasNotified: true }),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'bankPolling',
  description: "Waiting for the buyer's bank to confirm the payment.",
  context: { attempts: 0, hasNotified: false, outcome: null },
  output: ({ context }) =>
    context.outcome ?? { status: 'failed', amount: 0, reference: '', message: '', hasTime: true },
  initial: 'starting',
  states: {
    starting: {
      description: 'The buyer has just come back: a moment before the first question.',
      tags: ['busy'],
      after: { firstPoll: { target: 'asking' } },
    },
    asking: {
      description: "Asking for the bank's answer.",
      tags: ['busy'],
      entry: 'storeAttempt',
      after: { answerWait: { target: 'unanswered' } },
      invoke: {
        id: 'getTruelayerStatus',
        src: 'getTruelayerStatus',
        onDone: [
          {
            guard: { type: 'isAnswered', params: ({ event }) => event.output },
            target: 'answered',
            actions: { type: 'storeOutcome', params: ({ event }) => event.output },
          },
          { guard: 'isSpent', target: 'given_up' },
          { target: 'waiting' },
        ],
        onError: [
          { guard: 'hasNotified', target: 'unanswered' },
          {
            target: 'unanswered',
            actions: [
              'storeNotified',
              {
                type: 'notifyError',
                params: { text: 'Unable to get TrueLayer status. Please try again later' },
              },
            ],
          },
        ],
      },
    },
    unanswered: {
      description: 'The question did not get through.',
      tags: ['busy'],
      always: [{ guard: 'isSpent', target: 'given_up' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'The bank has not decided: a pause before asking again.',
      tags: ['busy'],
      after: { pollInterval: { target: 'asking' } },
    },
    given_up: {
      description: 'Asked often enough. Tickets still come if the bank confirms; the buyer can check again.',
      on: { 'status.check': { target: 'asking' } },
    },
    answered: {
      description: 'The bank has decided.',
      type: 'final',
    },
  },
})
