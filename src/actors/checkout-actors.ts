import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded } from '#machines/checkout.ts'
import { updateBasketState } from '#src/api/checkout-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import { holdFrom, loadedFrom, refreshCheckout, rereadCheckout } from './read-checkout.ts'

/** Actors that load the checkout and report the step [CALL-31, CALL-32]. */
export function createCheckoutActors(queryClient: QueryClient) {
  return {
    /** Loads the checkout and, once per entry, the user [CONT-17, CONT-18], or a guest if that fails [OPEN-70]. */
    loadCheckout: fromPromise<Loaded>(async () => {
      const [checkout] = await Promise.all([
        rereadCheckout(queryClient),
        queryClient.fetchQuery(userQuery).catch(() => null),
      ])
      return loadedFrom(queryClient, checkout)
    }),

    /** Like `loadCheckout`, for a refresh: joins a pending load. */
    refreshCheckout: fromPromise<Loaded>(async () =>
      loadedFrom(queryClient, await refreshCheckout(queryClient)),
    ),

    updateBasketState: fromPromise<{ hold: Hold | null }, { state: CheckoutState }>(async ({ input }) => ({
      hold: holdFrom(await updateBasketState(input.state)),
    })),
  }
}
