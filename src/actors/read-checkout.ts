import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Hold } from '#machines/countdown.ts'
import type { Loaded } from '#machines/checkout.ts'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { checkoutFacts, type Facts } from '#src/rules/facts.ts'
import { rememberedGuest } from './remembered-guest.ts'

let reservations = 0

/** Notes that the tickets have just been set aside: what was read before that does not know of the hold. */
export function noteReservation() {
  reservations += 1
}

/** Reads the checkout for a second look, once more if the tickets were set aside meanwhile. */
export async function refreshCheckout(queryClient: QueryClient): Promise<Checkout> {
  const before = reservations
  const checkout = await readCheckout(queryClient)
  return before === reservations ? checkout : rereadCheckout(queryClient)
}

/** Reads the checkout and puts it into the cache, from where every step draws it. */
export function readCheckout(queryClient: QueryClient): Promise<Checkout> {
  return queryClient.fetchQuery({ ...checkoutQuery, staleTime: 0 })
}

/**
 * Reads a query after a change. A read that was under way before may carry the old state, and joining it would show
 * that: it is waited out first.
 */
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

/** Reads the checkout after a change. */
export const rereadCheckout = (queryClient: QueryClient): Promise<Checkout> =>
  reread(queryClient, checkoutQuery)

/** What the chart is told of a checkout that has just been read. */
export function loadedFrom(queryClient: QueryClient, checkout: Checkout): Loaded {
  return { facts: factsFrom(queryClient, checkout), hold: holdFrom(checkout.seconds_remaining) }
}

/** The facts of a checkout for the user, or the guest of this sale, who is known at the moment. */
export function factsFrom(queryClient: QueryClient, checkout: Checkout): Facts {
  return checkoutFacts(checkout, queryClient.getQueryData(userQuery.queryKey) ?? rememberedGuest(queryClient))
}

/** A hold with `seconds` left from now on, on the monotonic clock; null when the server did not say. */
export function holdFrom(seconds: number | null): Hold | null {
  return seconds === null ? null : { seconds, deadline: performance.now() + seconds * 1_000 }
}
