import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { Hold } from '#machines/countdown.ts'

/**
 * Tells the server each state the buyer enters: every real change, one at a time, in order, none skipped [CONT-50].
 * `state.known` is what the server itself said, so it is not echoed [OPEN-43]. The reply's seconds correct the hold [CONT-61],
 * unless the reported state holds nothing: the server may have written that reply before it set the tickets aside.
 */
export const stateReportingMachine = setup({
  types: {
    context: {} as { last: CheckoutState | null; queue: CheckoutState[] },
    events: {} as
      { type: 'state.entered'; state: CheckoutState } | { type: 'state.known'; state: CheckoutState },
  },
  actors: {
    updateBasketState: {} as PromiseActorLogic<{ hold: Hold | null }, { state: CheckoutState }>,
  },
  guards: {
    isNews: ({ context }, params: { state: CheckoutState }) => params.state !== context.last,
    hasQueue: ({ context }) => context.queue.length > 0,
    isCorrection: ({ context }, params: { hold: Hold | null }) =>
      params.hold !== null && !unheldStates.includes(context.queue[0]),
  },
  actions: {
    storeEntered: assign(({ context }, params: { state: CheckoutState }) => ({
      last: params.state,
      queue: [...context.queue, params.state],
    })),
    storeKnown: assign((_, params: { state: CheckoutState }) => ({ last: params.state })),
    clearTold: assign({ queue: ({ context }) => context.queue.slice(1) }),
    sendCorrection: sendParent((_, params: { hold: Hold | null }) => ({
      type: 'hold.corrected',
      hold: params.hold,
    })),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'stateReporting',
  description: 'Keeps the server informed of the step that the buyer is on.',
  context: { last: null, queue: [] },
  initial: 'idle',
  on: {
    'state.entered': {
      guard: { type: 'isNews', params: ({ event }) => ({ state: event.state }) },
      actions: { type: 'storeEntered', params: ({ event }) => ({ state: event.state }) },
    },
    'state.known': { actions: { type: 'storeKnown', params: ({ event }) => ({ state: event.state }) } },
  },
  states: {
    idle: {
      description: 'Everything has been told.',
      always: { guard: 'hasQueue', target: 'telling' },
    },
    telling: {
      description: 'Telling the server the oldest state it does not know yet.',
      invoke: {
        id: 'updateBasketState',
        src: 'updateBasketState',
        input: ({ context }) => ({ state: context.queue[0] ?? 'basket' }),
        onDone: [
          {
            guard: { type: 'isCorrection', params: ({ event }) => event.output },
            target: 'idle',
            actions: ['clearTold', { type: 'sendCorrection', params: ({ event }) => event.output }],
          },
          { target: 'idle', actions: 'clearTold' },
        ],
        onError: {
          target: 'idle',
          actions: [
            'clearTold',
            {
              type: 'notifyError',
              params: { text: 'Unable to update the Basket state. Please try again later' },
            },
          ],
        },
      },
    },
  },
})

const unheldStates: readonly (CheckoutState | undefined)[] = ['basket', 'reserve', 'captcha']
