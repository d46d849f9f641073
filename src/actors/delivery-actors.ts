import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors for ticket delivery and the completed order [CALL-28, CALL-29, CALL-35, CALL-38]. */
export function createDeliveryActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./delivery-tasks.ts'))
  return {
    deliverToBitticket: actor((tasks) => tasks.deliverToBitticket),
    deliverToWallet: actor((tasks) => tasks.deliverToWallet),
    loadOrder: actor((tasks) => tasks.loadOrder),
    subscribeToEvents: actor((tasks) => tasks.subscribeToEvents),
  }
}
