import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded } from '#machines/checkout.ts'
import { checkoutQuery, destroySale, updateBasketState } from '#src/api/checkout.ts'
import { userQuery } from '#src/api/user.ts'
import type { CheckoutState } from '#src/api/schemas/checkout.ts'
import type { Facts } from '#src/rules/facts.ts'
import { factsFrom, holdFrom, loadedFrom, readCheckout, rereadCheckout } from './read-checkout.ts'

/** Reading the checkout, telling the server the step, giving the sale back [CALL-31..33]. */
export function createCheckoutActors(queryClient: QueryClient) {
  return {
    /** The checkout and, once for each entry, the user [CONT-17, CONT-18]; a user who cannot be read is a guest [OPEN-70]. */
    loadCheckout: fromPromise<Loaded>(async () => {
      const [checkout] = await Promise.all([
        rereadCheckout(queryClient),
        queryClient.fetchQuery(userQuery).catch(() => null),
      ])
      return loadedFrom(queryClient, checkout)
    }),

    /** As `loadCheckout`, for looking again: joins a read that is under way. */
    refreshCheckout: fromPromise<Loaded>(async () =>
      loadedFrom(queryClient, await readCheckout(queryClient)),
    ),

    updateBasketState: fromPromise<{ hold: Hold | null }, { state: CheckoutState }>(async ({ input }) => ({
      hold: holdFrom(await updateBasketState(input.state)),
    })),

    destroySale: fromPromise<void>(() => destroySale()),

    /**
     * Marks the payment complete in the page [BANK-11]. What the server knows is read again, but a reply that lags
     * behind, or none, cannot take a payment back.
     */
    completePayment: fromPromise<{ facts: Facts }>(async () => ({ facts: await paidFacts(queryClient) })),
  }
}

/** The facts after a payment: the server's, with the payment complete whatever a lagging reply says. */
export async function paidFacts(queryClient: QueryClient): Promise<Facts> {
  const known = queryClient.getQueryData(checkoutQuery.queryKey)
  const checkout = await rereadCheckout(queryClient).catch((error: unknown) => {
    if (known) return known
    throw error
  })
  const paid = { ...checkout, payment_complete: true }
  queryClient.setQueryData(checkoutQuery.queryKey, paid)
  return factsFrom(queryClient, paid)
}
