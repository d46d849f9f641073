import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Asks again for what a pending read does not get; all who wait for that read get the new reply. Does nothing if no read is
 * pending.
 */
export function replaceRead<Data, Key extends QueryKey>(
  queryClient: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, Key>,
) {
  const pending = queryClient.getQueryCache().find({ queryKey: query.queryKey, fetchStatus: 'fetching' })
  if (!pending) return
  // Silently: those who wait are passed on to the read that follows at once.
  void pending.cancel({ silent: true })
  void queryClient.fetchQuery({ ...query, staleTime: 0 }).catch(() => {})
}
