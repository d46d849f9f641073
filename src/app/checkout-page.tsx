import { waitFor, type AnyActorRef } from 'xstate'
import { storePageReplies, type PageReplies } from '#src/checkout/page-replies.ts'
import { selectShownSubstate, selectStep, selectStepChart } from '#src/checkout/selectors.ts'
import { checkoutActor } from './checkout-actor.ts'
import { CheckoutScreen } from './checkout-screen.tsx'
import type { PageScreen } from './page-screen.ts'
import { queryClient } from './query-client.ts'

/** Creates the checkout, one step at a time [CONT-01]. */
export function createCheckout(): PageScreen {
  const actor = checkoutActor()
  return {
    content: <CheckoutScreen actor={actor} />,
    start: () => actor.start(),
    store: (replies) => storePageReplies(queryClient, replies as PageReplies),
    /** In the step, and in the innermost state of its chart; not if it has come to rest in another. */
    async comeTo({ state, substate }, timeout) {
      await waitFor(actor, (snapshot) => selectStep(snapshot) === state, { timeout })
      const isThere = () => selectShownSubstate(actor.getSnapshot()) === substate
      const chart = selectStepChart(actor.getSnapshot()) ?? actor
      await waitFor<AnyActorRef>(chart, (snapshot) => isThere() || !snapshot.hasTag('busy'), { timeout })
      return isThere()
    },
  }
}
