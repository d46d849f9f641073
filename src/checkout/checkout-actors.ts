import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded, Refreshed } from '#machines/checkout-refresh.ts'
import { checkoutQuery, updateBasketState } from './checkout-calls.ts'
import { hasSignedOut, noteSignOuts } from './sign-outs.ts'
import { userQuery } from './user-calls.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { Facts } from '#src/checkout/rules/facts.ts'
import { factsFrom, holdFrom, loadedFrom, readCheckout, rereadCheckout } from './read-checkout.ts'
import { takePageCheckout } from './page-replies.ts'
import { rememberedAttempts } from './remembered-attempts.ts'

/** Actors that load the checkout and report the step [CALL-31, CALL-32]. */
export function createCheckoutActors(queryClient: QueryClient) {
  return {
    /** Loads the user once per entry [CONT-17, CONT-18], and corrects the facts of a checkout that came before. */
    loadUser: fromPromise<{ facts: Facts | null }>(async () => {
      noteSignOuts(queryClient)
      await queryClient.fetchQuery(userQuery)
      const checkout = queryClient.getQueryData(checkoutQuery.queryKey)
      return { facts: checkout ? factsFrom(queryClient, checkout) : null }
    }),

    /** Loads the checkout, or takes what came with the page, with the attempts to pay that it remembers from before a reload. */
    loadCheckout: fromPromise<Loaded>(async () => {
      const { checkout, readAt } = takePageCheckout(queryClient) ?? {
        checkout: await rereadCheckout(queryClient),
        readAt: performance.now(),
      }
      return { ...loadedFrom(queryClient, checkout, readAt), attempts: rememberedAttempts() }
    }),

    /**
     * Like `loadCheckout`, for a refresh: joins a pending load if it may. First reads a signed-in user again, as the checkout
     * does not name the account, and the mark of a sign-out, which a guest notices too.
     */
    refreshCheckout: fromPromise<Refreshed, { canJoin: boolean }>(async ({ input }) => {
      const known = queryClient.getQueryData(userQuery.queryKey)
      const user = known && (await queryClient.fetchQuery({ ...userQuery, staleTime: 0 }).catch(() => known))
      if (user?.id !== known?.id || hasSignedOut(queryClient)) return { isBuyerGone: true }
      const askedAt = performance.now()
      const isJoining = input.canJoin && queryClient.isFetching({ queryKey: checkoutQuery.queryKey }) > 0
      const checkout = await (input.canJoin ? readCheckout : rereadCheckout)(queryClient)
      const hold = holdFrom(checkout.seconds_remaining, askedAt)
      // A load that was pending may be older than all that is known of the hold.
      return {
        facts: factsFrom(queryClient, checkout),
        hold: isJoining ? hold && { ...hold, asOf: 0 } : hold,
      }
    }),

    updateBasketState: fromPromise<{ hold: Hold | null }, { state: CheckoutState }>(async ({ input }) => {
      const askedAt = performance.now()
      return { hold: holdFrom(await updateBasketState(input.state), askedAt) }
    }),
  }
}
