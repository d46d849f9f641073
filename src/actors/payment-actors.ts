import type { QueryClient } from '@tanstack/react-query'
import { lazyActors } from './lazy-actors.ts'

/** Actors that take payments and claim free tickets [CALL-24..27], also by card, whose calls are not documented. */
export function createPaymentActors(queryClient: QueryClient) {
  const actor = lazyActors(queryClient, () => import('./payment-tasks.ts'))
  return {
    prepareCard: actor((tasks) => tasks.prepareCard),
    claimFreeTickets: actor((tasks) => tasks.claimFreeTickets),
    saveExpressAccount: actor((tasks) => tasks.saveExpressAccount),
    pay: actor((tasks) => tasks.pay),
    completePayment: actor((tasks) => tasks.completePayment),
    getPaymentError: actor((tasks) => tasks.getPaymentError),
    getTruelayerStatus: actor((tasks) => tasks.getTruelayerStatus),
    openAddress: actor((tasks) => tasks.openAddress),
  }
}
