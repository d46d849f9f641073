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

/** A reloaded checkout, unless the buyer who was signed in has signed out in another tab, or somebody else has signed in. */
export type Refreshed = (Loaded & { isBuyerGone?: false }) | { isBuyerGone: true }

/**
 * Reloads the checkout when the page becomes visible, is restored from the back/forward cache or goes online [CONT-60].
 * The checkout chart decides whether the buyer changes step. If the buyer has signed out elsewhere, the page is loaded anew:
 * the next person at this device must see nothing of what was typed, not even in a form on the screen.
 */
export const checkoutRefreshMachine = setup({
  types: { events: {} as { type: 'refresh.request' } | { type: 'tickets.reserved' } },
  actors: {
    /** May join a reload that is pending, or must begin a new one. */
    loadCheckout: {} as PromiseActorLogic<Refreshed, { canJoin: boolean }>,
  },
  guards: { isBuyerGone: (_, params: Refreshed) => params.isBuyerGone === true },
  actions: {
    /** Loads the page anew; provided by the page. */
    reloadPage: () => {},
    sendRefreshed: sendParent((_, params: Refreshed) => ({ type: 'checkout.refreshed', ...params })),
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
        onDone: [
          {
            guard: { type: 'isBuyerGone', params: ({ event }) => event.output },
            target: 'idle',
            actions: 'reloadPage',
          },
          { target: 'idle', actions: { type: 'sendRefreshed', params: ({ event }) => event.output } },
        ],
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
