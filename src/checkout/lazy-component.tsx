import { QueryClient, useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'

/** The cache of components that have been fetched. */
const components = new QueryClient()
components.mount()

/**
 * A component whose script is fetched when it is first drawn. While the network is gone the fetch waits and goes on
 * by itself when the network is back; any other failure is retried after a pause. Until the component is there,
 * `Waiting` is drawn in its place, told how many tries have failed.
 *
 * @param name unique in the page
 */
export function lazyComponent<Props extends object>(
  name: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props & { failures: number }> = Nothing,
): ComponentType<Props> {
  return function LazyComponent(props: Props) {
    const { data: Component, failureCount } = useQuery(
      {
        queryKey: [name],
        queryFn: async () => (await load()).default,
        networkMode: 'offlineFirst',
        retry: true,
        retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
        staleTime: Infinity,
        gcTime: Infinity,
        structuralSharing: false,
      },
      components,
    )
    return Component ? <Component {...props} /> : <Waiting {...props} failures={failureCount} />
  }
}

const Nothing = () => null
