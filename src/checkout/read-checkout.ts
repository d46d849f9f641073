import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded } from '#machines/checkout-refresh.ts'
import { checkoutQuery } from './checkout-calls.ts'
import { userQuery } from './user-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { checkoutFacts, type Facts } from '#src/checkout/rules/facts.ts'
import { rememberedGuest } from './remembered-guest.ts'

/** Loads the checkout into the cache, or joins a pending load. */
export function readCheckout(queryClient: QueryClient): Promise<Checkout> {
  return queryClient.fetchQuery({ ...checkoutQuery, staleTime: 0 })
}

/** Reloads a query after a change. Waits for a pending load first, as joining it could return the state before the change. */
export async function reread<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  await queryClient
    .getQueryCache()
    .find({ queryKey: query.queryKey })
    ?.promise?.catch(() => {})
  return queryClient.fetchQuery({ ...query, staleTime: 0 })
}

/** Reloads the checkout after a change. */
export const rereadCheckout = (queryClient: QueryClient): Promise<Checkout> =>
  reread(queryClient, checkoutQuery)

/** Converts a checkout that was loaded at a time of the monotonic clock to the input of the charts: facts and hold. */
export function loadedFrom(
  queryClient: QueryClient,
  checkout: Checkout,
  loadedAt: number = performance.now(),
): Loaded {
  return { facts: factsFrom(queryClient, checkout), hold: holdFrom(checkout.seconds_remaining, loadedAt) }
}

/** Returns the facts of a checkout with the cached user, or the guest of this sale. */
export function factsFrom(queryClient: QueryClient, checkout: Checkout): Facts {
  return checkoutFacts(checkout, queryClient.getQueryData(userQuery.queryKey) ?? rememberedGuest(queryClient))
}

/**
 * Returns a hold that ends in `seconds` from a time of the monotonic clock; null if the server sent none. A reply that may have come
 * late counts from when it was asked for.
 */
export function holdFrom(seconds: number | null, from: number = performance.now()): Hold | null {
  return seconds === null ? null : { seconds, deadline: from + seconds * 1_000, asOf: from }
}
