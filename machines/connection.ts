import { assign, setup, type CallbackActorLogic } from 'xstate'

/** The number of a call, or the name of a read, which may make several calls with pauses between them. */
type Call = number | string

type Session = 'accepted' | 'refused'

export type ConnectionEvent =
  | { type: 'network.lost' }
  | { type: 'network.found' }
  | { type: 'call.started'; call: Call }
  /** `session`: what the shop made of the session of the page, if the call tells. */
  | { type: 'call.ended'; call: Call; session?: Session | undefined }
  | { type: 'script.missing' }

/**
 * Tells the buyer that the device is offline, or that the shop takes long to answer: calls have no timeout [MONI-23]. A read
 * that is tried again counts from its first try. The oldest call is timed; when it has ended the next one is, so that many
 * short calls are not taken for a long one.
 * After a deployment an open page may miss a script; then it asks the buyer to load it again [F27], as it does when the shop no
 * longer recognises the session [F12].
 * Runs beside both screens. `refreshCheckout` reloads the checkout, in case the shop has done what it was asked but its
 * reply was lost; `replaceRead` asks again for a checkout or a user that does not arrive.
 */
export const connectionMachine = setup({
  types: {
    context: {} as {
      /** The calls without a reply, the oldest first, background calls excepted. */
      pending: Call[]
      /** How often the checkout was reloaded since the shop is slow. */
      rechecks: number
      /** The last call whose session the shop did not recognise; 0 for none. */
      refused: number
    },
    events: {} as ConnectionEvent,
  },
  actors: { networkSignals: {} as CallbackActorLogic<ConnectionEvent> },
  delays: { longCall: 10_000, recheck: 30_000, recoveryShown: 3_000 },
  guards: {
    isLast: ({ context }, { call }: { call: Call }) => context.pending.every((one) => one === call),
    isOldest: ({ context }, { call }: { call: Call }) => context.pending[0] === call,
    /** After one more, 2, 4, 8, … rechecks, so that a shop that is only slow gets to answer. */
    isReadOverdue: ({ context }) => Number.isInteger(Math.log2(context.rechecks + 1)),
    isRefused: (_, { session }: { session?: Session | undefined }) => session === 'refused',
    isAccepted: ({ context }, { call, session }: { call: Call; session?: Session | undefined }) =>
      session === 'accepted' && Number(call) >= context.refused,
    isLastAccepted: ({ context }, { call, session }: { call: Call; session?: Session | undefined }) =>
      session === 'accepted' &&
      Number(call) >= context.refused &&
      context.pending.every((one) => one === call),
    hasPending: ({ context }) => context.pending.length > 0,
  },
  actions: {
    storeStarted: assign(({ context }, { call }: { call: Call }) => ({
      pending: [...context.pending, call],
    })),
    storeEnded: assign(({ context }, { call, session }: { call: Call; session?: Session | undefined }) => ({
      pending: context.pending.filter((one) => one !== call),
      refused: session === 'refused' ? Number(call) : context.refused,
    })),
    storeRechecked: assign(({ context }) => ({ rechecks: context.rechecks + 1 })),
    clearRechecks: assign({ rechecks: 0 }),
    refreshCheckout: () => {},
    replaceRead: () => {},
  },
}).createMachine({
  id: 'connection',
  description: 'Tells the buyer that the device is offline, or that the shop takes long to answer.',
  context: { pending: [], rechecks: 0, refused: 0 },
  invoke: { id: 'networkSignals', src: 'networkSignals' },
  initial: 'quiet',
  on: {
    'network.lost': { target: '.offline' },
    'script.missing': { target: '.incomplete' },
    'call.started': { actions: { type: 'storeStarted', params: ({ event }) => event } },
    'call.ended': [
      {
        guard: { type: 'isRefused', params: ({ event }) => event },
        target: '.unrecognised',
        actions: { type: 'storeEnded', params: ({ event }) => event },
      },
      { actions: { type: 'storeEnded', params: ({ event }) => event } },
    ],
  },
  states: {
    quiet: {
      description: 'No call is pending.',
      entry: 'clearRechecks',
      on: {
        'call.started': {
          target: 'waiting',
          actions: { type: 'storeStarted', params: ({ event }) => event },
        },
      },
    },
    waiting: {
      description: 'A call is pending; the screen itself shows that it is busy. The oldest call is timed.',
      on: {
        'call.ended': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'unrecognised',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
          {
            guard: { type: 'isLast', params: ({ event }) => event },
            target: 'quiet',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
          {
            guard: { type: 'isOldest', params: ({ event }) => event },
            target: 'waiting',
            reenter: true,
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
        ],
      },
      after: { longCall: { target: 'slow' } },
    },
    slow: {
      description:
        'The shop takes long to answer. Every 30 seconds the checkout is reloaded. A read of it that hangs is replaced, after twice as long each time.',
      on: {
        'call.ended': [
          {
            guard: { type: 'isRefused', params: ({ event }) => event },
            target: 'unrecognised',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
          {
            guard: { type: 'isLast', params: ({ event }) => event },
            target: 'quiet',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
        ],
      },
      after: {
        recheck: [
          {
            guard: 'isReadOverdue',
            target: 'slow',
            reenter: true,
            actions: ['storeRechecked', 'replaceRead', 'refreshCheckout'],
          },
          { target: 'slow', reenter: true, actions: ['storeRechecked', 'refreshCheckout'] },
        ],
      },
    },
    offline: {
      description:
        'The device is offline, and the page says so. What was typed is kept. A call that is cut off fails: its step says so, and it can be pressed again; the shop is asked about a payment first, so that nobody pays twice.',
      on: { 'network.found': { target: 'recovered' }, 'script.missing': {} },
    },
    incomplete: {
      description:
        'A script could not be loaded, perhaps because the shop has been updated. Loading the page again helps; the basket is kept.',
    },
    unrecognised: {
      description:
        'The shop does not recognise the session of this page. Loading the page again gives it another. A call that is accepted shows that it has one.',
      on: {
        'call.ended': [
          {
            guard: { type: 'isLastAccepted', params: ({ event }) => event },
            target: 'quiet',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
          {
            guard: { type: 'isAccepted', params: ({ event }) => event },
            target: 'waiting',
            actions: { type: 'storeEnded', params: ({ event }) => event },
          },
        ],
      },
    },
    recovered: {
      description: 'The device is online again.',
      after: {
        recoveryShown: [{ guard: 'hasPending', target: 'waiting' }, { target: 'quiet' }],
      },
    },
  },
})
