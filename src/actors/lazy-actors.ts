import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'

/** What a promise actor is started with. */
export interface Run<Input = unknown> {
  input: Input
  signal: AbortSignal
}

type Task<Output, Input> = (queryClient: QueryClient, run: Run<Input>) => Promise<Output>

/**
 * Makes promise actors of the functions that a `*-tasks.ts` file exports, which is loaded when one of them is first
 * started. If it cannot be loaded, the actor fails as a failed call does, and the next start loads it again.
 */
export function lazyActors<Tasks>(queryClient: QueryClient, load: () => Promise<Tasks>) {
  return <Output, Input>(select: (tasks: Tasks) => Task<Output, Input>) =>
    fromPromise<Output, Input>(async (run) => select(await load())(queryClient, run))
}
