import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { checkoutQuery } from '#src/api/checkout-calls.ts'
import type { Checkout } from '#src/api/schemas/checkout.ts'
import { reread } from './read-checkout.ts'

/**
 * Reads a query again after a change that the server has made. A failed reading is no failure of the change: what was
 * known goes on, with what the change means for it (`apply`), and stays stale. Undefined when nothing was known.
 */
export async function readAfterChange<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  apply: (known: Data) => Data = (known) => known,
): Promise<Data | undefined> {
  try {
    return await reread(queryClient, query)
  } catch {
    // Marked whether or not the reading was tried: what is applied here is not the server's own reply.
    return applyChange(queryClient, query, apply, { isStale: true })
  }
}

/** As `readAfterChange`, of the checkout, which the chart has read before anything can be changed. */
export async function checkoutAfterChange(
  queryClient: QueryClient,
  apply?: (known: Checkout) => Checkout,
): Promise<Checkout> {
  const checkout = await readAfterChange(queryClient, checkoutQuery, apply)
  if (!checkout) throw new Error('the checkout was changed before it was read')
  return checkout
}

/** Writes what a change means for a query into the cache. What was stale stays stale: its total is not to be paid unread. */
export function applyChange<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: Key },
  apply: (known: Data) => Data,
  { isStale = isUnread(queryClient, { queryKey }) } = {},
): Data | undefined {
  const known = queryClient.getQueryData<Data>(queryKey)
  if (known === undefined) return undefined
  const changed = apply(known)
  queryClient.setQueryData<Data>(queryKey, changed as never)
  if (isStale) markUnread(queryClient, { queryKey })
  return changed
}

/** Marks a query as stale without reading it. */
export function markUnread(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }) {
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Whether what is known of a query is not what the server last said. */
export function isUnread(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): boolean {
  return queryClient.getQueryState(queryKey)?.isInvalidated === true
}
