import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { ActorsOf, Task, TaskNames } from './lazy-actors.ts'

/** Creates promise actors from all tasks of a room's `actors.ts` that is loaded already. */
export function actorsOf<Tasks extends object>(
  queryClient: QueryClient,
  tasks: Tasks,
): ActorsOf<Tasks, TaskNames<Tasks>> {
  const names = Object.keys(tasks) as TaskNames<Tasks>[]
  const actorOf = (task: Task) => fromPromise<unknown, never>((run) => task(queryClient, run))
  return Object.fromEntries(names.map((name) => [name, actorOf(tasks[name] as Task)])) as ActorsOf<
    Tasks,
    TaskNames<Tasks>
  >
}
