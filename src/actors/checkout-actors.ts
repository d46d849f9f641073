import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded } from '#machines/checkout.ts'
import { checkoutQuery, updateBasketState } from '#src/api/checkout-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { Facts } from '#src/rules/facts.ts'
import { factsFrom, holdFrom, loadedFrom, refreshCheckout, rereadCheckout } from './read-checkout.ts'

/** Actors that load the checkout and report the step [CALL-31, CALL-32]. */
export function createCheckoutActors(queryClient: QueryClient) {
  return {
    /** Loads the user once per entry [CONT-17, CONT-18], and corrects the facts of a checkout that came before. */
    loadUser: fromPromise<{ facts: Facts | null }>(async () => {
      await queryClient.fetchQuery(userQuery)
      const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
      return { facts: checkout ? factsFrom(queryClient, checkout) : null }
    }),

    /** Loads the checkout. */
    loadCheckout: fromPromise<Loaded>(async () => loadedFrom(queryClient, await rereadCheckout(queryClient))),

    /** Like `loadCheckout`, for a refresh: joins a pending load. */
    refreshCheckout: fromPromise<Loaded>(async () =>
      loadedFrom(queryClient, await refreshCheckout(queryClient)),
    ),

    updateBasketState: fromPromise<{ hold: Hold | null }, { state: CheckoutState }>(async ({ input }) => ({
      hold: holdFrom(await updateBasketState(input.state)),
    })),
  }
}
