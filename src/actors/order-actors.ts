import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import type { Run } from './lazy-actors.ts'
import * as tasks from './order-tasks.ts'

/** Actors for the completed order [CALL-35..38]. */
export function createOrderActors(queryClient: QueryClient) {
  const actor = <Output, Input>(task: (queryClient: QueryClient, run: Run<Input>) => Promise<Output>) =>
    fromPromise<Output, Input>((run) => task(queryClient, run))
  return {
    loadOrder: actor(tasks.loadOrder),
    subscribeToEvents: actor(tasks.subscribeToEvents),
    sendFeedback: actor(tasks.sendFeedback),
    resendTickets: actor(tasks.resendTickets),
    sendEmailCode: actor(tasks.sendEmailCode),
    changeEmail: actor(tasks.changeEmail),
  }
}
