import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors for the completed order [CALL-35..38]. */
export function createOrderActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./order-tasks.ts'))
  return {
    loadOrder: actor((tasks) => tasks.loadOrder),
    subscribeToEvents: actor((tasks) => tasks.subscribeToEvents),
    sendFeedback: actor((tasks) => tasks.sendFeedback),
    resendTickets: actor((tasks) => tasks.resendTickets),
    sendEmailCode: actor((tasks) => tasks.sendEmailCode),
    changeEmail: actor((tasks) => tasks.changeEmail),
  }
}
