import { QueryClientContext, type QueryKey } from '@tanstack/react-query'
import { useContext, useSyncExternalStore } from 'react'

/**
 * What the cache holds for a query, undefined when it was not read yet. It only looks: every call is the chart's, so a
 * component must not be able to start one, which the library's own hook may (docs/decisions/0008).
 */
export function useCached<Key extends QueryKey>({ queryKey }: { queryKey: Key }) {
  const client = useContext(QueryClientContext)
  if (!client) throw new Error('drawn outside the QueryClientProvider')
  const read = () => client.getQueryData<unknown, Key>(queryKey)
  return useSyncExternalStore((onChange) => client.getQueryCache().subscribe(onChange), read, read)
}
