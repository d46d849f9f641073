import { QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { loadLazyStyles } from './lazy-styles.ts'
import { createContext, useContext, type ComponentType } from 'react'
import { failMissing } from '#src/lib/page-events.ts'

/** Cache of loaded components. */
const components = new QueryClient()
components.mount()

/** Offline, loading waits for the network; any other failure is retried after a pause. */
const patiently = {
  networkMode: 'offlineFirst',
  retry: true,
  retryDelay: (failures: number) => Math.min(1_000 * 2 ** failures, 10_000),
} as const

/** How to load each lazy component that there is so far, by its name. */
const loads = new Map<string, () => Promise<void>>()

/** Where the names of the lazy components that a drawing needs are collected; null if nobody asks. */
export const NeededScripts = createContext<Set<string> | null>(null)

/** Loads lazy components by their names, each after those that it stands in; returns whether all have come. */
export async function prepare(names: Iterable<string>): Promise<boolean> {
  const all = [...names]
  for (const name of all) await loads.get(name)?.()
  return all.every(isPrepared)
}

/** Loads lazy components by their names, and what `load` loads, again and again until all have come. */
export const prepareSurely = (names: readonly string[], load: () => Promise<unknown>) =>
  components.fetchQuery({
    queryKey: [names],
    queryFn: () => prepareAtOnce(names, load).catch(failMissing),
    ...patiently,
  })

async function prepareAtOnce(names: readonly string[], load: () => Promise<unknown>) {
  await load()
  if (!(await prepare(names))) throw new Error('a script cannot be loaded')
  return null
}

/** Loads all lazy components, those inside others included. */
export async function prepareAll() {
  for (const [name, load] of loads) if (!isPrepared(name)) await load() // a map goes on with what is added meanwhile
}

/** Whether the script of a lazy component has loaded. */
export const isPrepared = (name: string) => components.getQueryData([name]) !== undefined

/** A component whose script loads on first render, or before that by `prefetch`, which never fails. */
export type LazyComponent<Props extends object> = ComponentType<Props> & { prefetch: () => Promise<void> }

/**
 * Creates a lazy component, with its styles. Offline, loading waits for the network; any other failure is retried after a pause. Renders
 * `Waiting` with the number of failed attempts until the script has loaded.
 *
 * @param name of its file, without `.tsx`: unique in the page, and how the shop finds its script (server/checkout/drawn-parts.ts)
 */
export function lazyComponent<Props extends object>(
  name: string,
  loadScript: () => Promise<{ default: ComponentType<Props> }>,
  Waiting: ComponentType<Props & { failures: number }> = Nothing,
): LazyComponent<Props> {
  const load = async () => (await Promise.all([loadScript(), loadLazyStyles()]))[0]
  const script = queryOptions({
    queryKey: [name],
    queryFn: async () => (await load()).default,
    ...patiently,
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
  })

  function LazyComponent(props: Props) {
    useContext(NeededScripts)?.add(name)
    const { data: Component, failureCount } = useQuery(script, components)
    return Component ? <Component {...props} /> : <Waiting {...props} failures={failureCount} />
  }
  // Not by the query, whose pauses after failures would keep the component waiting when it is needed.
  const keep = (loading: ReturnType<typeof loadScript>) =>
    loading.then(
      (loaded) => void components.setQueryData(script.queryKey, () => loaded.default),
      () => {},
    )
  // A drawn component has come with its styles.
  loads.set(name, () => keep(loadScript()))
  return Object.assign(LazyComponent, { prefetch: () => keep(load()) })
}

const Nothing = () => null
