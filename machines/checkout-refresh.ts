import { sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Loaded } from '#machines/checkout.ts'

/**
 * Reads the checkout again when the page becomes visible, comes back from the browser's cache or goes online [CONT-60].
 * It refreshes data and facts; whether the buyer moves is the checkout machine's decision.
 */
export const checkoutRefreshMachine = setup({
  types: { events: {} as { type: 'refresh.request' } },
  actors: { loadCheckout: {} as PromiseActorLogic<Loaded> },
  actions: {
    sendRefreshed: sendParent((_, params: Loaded) => ({ type: 'checkout.refreshed', ...params })),
    notifyError: (_, _params: { text: string }) => {},
  },
}).createMachine({
  id: 'checkoutRefresh',
  description: 'Keeps the page true to the shop when the buyer comes back to it.',
  initial: 'idle',
  states: {
    idle: {
      description: 'Nothing to read.',
      on: { 'refresh.request': { target: 'refreshing' } },
    },
    refreshing: {
      description: 'Reading the checkout again.',
      invoke: {
        id: 'loadCheckout',
        src: 'loadCheckout',
        onDone: { target: 'idle', actions: { type: 'sendRefreshed', params: ({ event }) => event.output } },
        onError: {
          target: 'idle',
          actions: {
            type: 'notifyError',
            params: { text: 'Unable to get Checkout data. Please try again later' },
          },
        },
      },
    },
  },
})
