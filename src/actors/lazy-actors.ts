import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { failMissing } from '#src/lib/page-events.ts'

/** Arguments of a promise actor. */
export interface Run<Input = unknown> {
  input: Input
  signal: AbortSignal
}

type Task<Output, Input> = (queryClient: QueryClient, run: Run<Input>) => Promise<Output>

/**
 * Creates lazy promise actors from the exports of a `*-tasks.ts` file, which loads when one of them first starts. If
 * loading fails, the actor fails, the buyer is asked to load the page again [F27], and the next start tries again.
 */
export function lazyActors<Tasks>(queryClient: QueryClient, load: () => Promise<Tasks>) {
  return <Output, Input>(select: (tasks: Tasks) => Task<Output, Input>) =>
    fromPromise<Output, Input>(async (run) => select(await load().catch(failMissing))(queryClient, run))
}
