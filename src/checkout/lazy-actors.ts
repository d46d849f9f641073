import type { QueryClient } from '@tanstack/react-query'
import { fromPromise, type NonReducibleUnknown, type PromiseActorLogic } from 'xstate'
import type { Loader } from '#src/lib/loader.ts'
import { failMissing } from '#src/lib/page-events.ts'

/** Arguments of a promise actor. */
export interface Run<Input = unknown> {
  input: Input
  signal: AbortSignal
}

/** A function of a room's `actors.ts`. `never`, because it may take any input. */
export type Task = (queryClient: QueryClient, run: Run<never>) => Promise<unknown>

/** The promise actor of a task. */
type ActorOf<T> = T extends (queryClient: QueryClient, run: Run<infer Input>) => Promise<infer Output>
  ? PromiseActorLogic<Output, unknown extends Input ? NonReducibleUnknown : Input>
  : never

/** The promise actors of the tasks with these names. */
export type ActorsOf<Tasks, Name extends keyof Tasks> = { [N in Name]: ActorOf<Tasks[N]> }

/** Names of the exports of a module that are tasks. */
export type TaskNames<Tasks> = { [N in keyof Tasks]: Tasks[N] extends Task ? N : never }[keyof Tasks]

let held: Promise<unknown> | undefined

/** Lets no actor answer until then. */
export function holdAnswers(until: Promise<unknown>) {
  held = until
}

/** Resolves when actors may answer; `lazyActors` wait for it by themselves. */
export const answersHeld = () => held

/**
 * Creates promise actors from the named exports of a room's `actors.ts`, which loads when one of them first starts. What
 * has loaded is called at once, so that its call leaves before the browser draws the next screen. If
 * loading fails, the actor fails, the buyer is asked to load the page again [F27], and the next start tries again.
 */
export function lazyActors<Tasks, Name extends TaskNames<Tasks>>(
  queryClient: QueryClient,
  load: Loader<Tasks>,
  ...names: Name[]
): ActorsOf<Tasks, Name> {
  const actorOf = (name: Name) =>
    fromPromise<unknown, never>(async (run) => {
      const tasks = load.loaded ?? (await load().catch(failMissing))
      return (tasks[name] as Task)(queryClient, run).finally(() => held)
    })
  return Object.fromEntries(names.map((name) => [name, actorOf(name)])) as ActorsOf<Tasks, Name>
}

/** Creates promise actors from all tasks of a room's `actors.ts` that has loaded already. */
export const loadedActors = <Tasks>(queryClient: QueryClient, load: Loader<Tasks>) =>
  lazyActors(queryClient, load, ...(Object.keys(load.loaded as object) as TaskNames<Tasks>[]))
