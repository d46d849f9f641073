import { assign, sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Hold } from '#machines/countdown.ts'

/**
 * Reports each state that the buyer enters to the server, one at a time, in order, skipping none [CONT-50].
 * `state.known` sets the state that came from the server, which is not reported back [OPEN-43]. The seconds in the reply
 * correct the hold [CONT-61], except for states before the reservation: that reply may be older than the hold.
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
    isNewState: ({ context }, params: { state: CheckoutState }) => params.state !== context.last,
    hasQueue: ({ context }) => context.queue.length > 0,
    isCorrection: ({ context }, params: { hold: Hold | null }) =>
      params.hold !== null && context.queue.length === 1 && !unheldStates.includes(context.queue[0]),
  },
  actions: {
    storeEntered: assign(({ context }, params: { state: CheckoutState }) => ({
      last: params.state,
      queue: [...context.queue, params.state],
    })),
    storeKnown: assign((_, params: { state: CheckoutState }) => ({ last: params.state })),
    clearReported: assign({ queue: ({ context }) => context.queue.slice(1) }),
    sendCorrection: sendParent((_, params: { hold: Hold | null }) => ({
      type: 'hold.corrected',
      hold: params.hold,
    })),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'stateReporting',
  description: "Reports the buyer's step to the server.",
  context: { last: null, queue: [] },
  initial: 'idle',
  on: {
    'state.entered': {
      guard: { type: 'isNewState', params: ({ event }) => ({ state: event.state }) },
      actions: { type: 'storeEntered', params: ({ event }) => ({ state: event.state }) },
    },
    'state.known': { actions: { type: 'storeKnown', params: ({ event }) => ({ state: event.state }) } },
  },
  states: {
    idle: {
      description: 'All states are reported.',
      always: { guard: 'hasQueue', target: 'reporting' },
    },
    reporting: {
      description: 'Reporting the oldest unreported state.',
      invoke: {
        id: 'updateBasketState',
        src: 'updateBasketState',
        input: ({ context }) => ({ state: context.queue[0] ?? 'basket' }),
        onDone: [
          {
            guard: { type: 'isCorrection', params: ({ event }) => event.output },
            target: 'idle',
            actions: ['clearReported', { type: 'sendCorrection', params: ({ event }) => event.output }],
          },
          { target: 'idle', actions: 'clearReported' },
        ],
        onError: {
          target: 'idle',
          actions: [
            'clearReported',
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
