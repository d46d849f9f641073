import { sendParent, setup, type PromiseActorLogic } from 'xstate'
import type { Facts } from '#src/checkout/rules/facts.ts'
import type { Hold } from '#machines/countdown.ts'
import type { Attempt } from '#machines/payment-attempt.ts'

/** A loaded checkout: the facts that guards decide by, and the hold if the reply has one. */
export interface Loaded {
  facts: Facts
  hold: Hold | null
  /** Attempts to pay from before a reload of the page. */
  attempts?: Attempt[] | null | undefined
}

/**
 * Reloads the checkout when the page becomes visible, is restored from the back/forward cache or goes online [CONT-60].
 * The checkout chart decides whether the buyer changes step.
 */
export const checkoutRefreshMachine = setup({
  types: { events: {} as { type: 'refresh.request' } | { type: 'tickets.reserved' } },
  actors: {
    /** May join a reload that is pending, or must begin a new one. */
    loadCheckout: {} as PromiseActorLogic<Loaded, { canJoin: boolean }>,
  },
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
      description: 'Reloading the checkout; once more if the tickets were reserved meanwhile.',
      on: { 'tickets.reserved': { target: 'refreshing', reenter: true } },
      invoke: {
        id: 'loadCheckout',
        src: 'loadCheckout',
        input: ({ event }) => ({ canJoin: event.type !== 'tickets.reserved' }),
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
