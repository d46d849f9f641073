import { sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Loaded } from '#machines/checkout.ts'

/**
 * Reloads the checkout when the page becomes visible, is restored from the back/forward cache or goes online [CONT-60].
 * The checkout chart decides whether the buyer changes step.
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
  description: 'Updates the page when the buyer returns to it.',
  initial: 'idle',
  states: {
    idle: {
      description: 'No reload is requested.',
      on: { 'refresh.request': { target: 'refreshing' } },
    },
    refreshing: {
      description: 'Reloading the checkout.',
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
