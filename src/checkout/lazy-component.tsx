import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** Cache key of loaded components. */
const components = new QueryClient()
components.mount()

/** A component whose script loads on first render, or before that by `prefetch`, which never fails. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { prefetch: () => Promise<void> }

/**
 * Creates a lazy component. Offline, loading waits for the network; any other failure is retried after a pause. Renders
 * `Waiting` with the number of failed attempts until the script has loaded.
 *
 * @param name unique in the page
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props & { failures: number }> = Nothing,
): LazyComponent<Props> {
  const script = queryOptions({
    queryKey: [name],
    queryFn: async () => (await load()).default,
    networkMode: 'offlineFirst',
    retry: true,
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })

  function LazyComponent(props: Props) {
    const { data: Component, failureCount } = useQuery(script, components)
    return Component ? <Component {...props} /> : <Waiting {...props} failures={failureCount} />
  }
  // Not by the query, whose pauses after failures would keep the component waiting when it is needed.
  const prefetch = () =>
    load().then(
      (loaded) => void components.setQueryData(script.queryKey, () => loaded.default),
      () => {},
    )
  return Object.assign(LazyComponent, { prefetch })
}

const Nothing = () => null
