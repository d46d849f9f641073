import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors for ticket delivery [CALL-28, CALL-29]. */
export function createDeliveryActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./delivery-tasks.ts'))
  return {
    deliverToBitticket: actor((tasks) => tasks.deliverToBitticket),
    deliverToWallet: actor((tasks) => tasks.deliverToWallet),
  }
}
