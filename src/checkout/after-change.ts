import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'
import { checkoutQuery } from './checkout-calls.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { reread } from './read-checkout.ts'

/**
 * Reloads a query after a change on the server. If that fails, the change is applied to the cached data (`apply`), which
 * stays stale. Returns undefined if nothing was cached.
 */
export async function readAfterChange<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
  apply: (known: Data) => Data = (known) => known,
): Promise<Data | undefined> {
  try {
    return await reread(queryClient, query)
  } catch {
    // The failed reload has made the data stale, and it stays so.
    return applyChange(queryClient, query, apply)
  }
}

/** Like `readAfterChange`, for the checkout, which is always cached. */
export async function checkoutAfterChange(
  queryClient: QueryClient,
  apply?: (known: Checkout) => Checkout,
): Promise<Checkout> {
  const checkout = await readAfterChange(queryClient, checkoutQuery, apply)
  if (!checkout) throw new Error('the checkout was changed before it was loaded')
  return checkout
}

/** Applies a change to the cached query. Stale data stays stale, so that its total is reloaded before paying. */
export function applyChange<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  { queryKey }: { queryKey: Key },
  apply: (known: Data) => Data,
): Data | undefined {
  const known = queryClient.getQueryData<Data>(queryKey)
  if (known === undefined) return undefined
  const isStale = isUnread(queryClient, { queryKey })
  const changed = apply(known)
  queryClient.setQueryData<Data>(queryKey, changed as never)
  if (isStale) markUnread(queryClient, { queryKey })
  return changed
}

/** Marks a query as stale without reloading it. */
function markUnread(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }) {
  void queryClient.invalidateQueries({ queryKey, exact: true, refetchType: 'none' })
}

/** Returns whether the cached data differs from the server's last reply. */
export function isUnread(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): boolean {
  return queryClient.getQueryState(queryKey)?.isInvalidated === true
}
