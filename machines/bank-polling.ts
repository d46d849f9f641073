import { assign, setup, type PromiseActorLogic } from 'xstate'

/**
 * Reply of the payment status call. `amount` is in pence; `hasTime` is false once the checkout has expired; `isUncharged` if no
 * money was taken for certain.
 */
export interface BankStatus {
  status: 'pending' | 'completed' | 'failed'
  amount: number
  reference: string
  message: string
  hasTime: boolean
  isUncharged: boolean
}

/** Final result of a bank payment. */
export type BankOutcome = BankStatus & { status: 'completed' | 'failed' }

/** Maximum number of automatic status calls; after these the buyer can check by hand [BANK-22]. */
export const maxAttempts = 60

/**
 * Polls the status of a bank payment: first after 2 seconds, then every 1.5 seconds, `maxAttempts` times
 * [BANK-08, BANK-09, BANK-22]. Failed calls count as attempts and are reported once. Calls time out after 20 seconds:
 * a phone that has lost its network would otherwise wait forever.
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
    isSpent: ({ context }) => context.attempts >= maxAttempts,
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
    context.outcome ?? {
      status: 'failed',
      amount: 0,
      reference: '',
      message: '',
      hasTime: true,
      isUncharged: false,
    },
  initial: 'starting',
  states: {
    starting: {
      description: 'The buyer has just returned; the first check follows shortly.',
      tags: ['busy'],
      after: { firstPoll: { target: 'asking' } },
    },
    asking: {
      description: 'Checking the payment status.',
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
      description: 'The status call failed or timed out.',
      tags: ['busy'],
      always: [{ guard: 'isSpent', target: 'given_up' }, { target: 'waiting' }],
    },
    waiting: {
      description: 'The payment is pending; a short pause before the next check.',
      tags: ['busy'],
      after: { pollInterval: { target: 'asking' } },
    },
    given_up: {
      description:
        'Automatic checks have ended. The tickets are still sent if the bank confirms, and the buyer can check again.',
      on: { 'status.check': { target: 'asking' } },
    },
    answered: {
      description: 'The payment has succeeded or failed.',
      type: 'final',
    },
  },
})
