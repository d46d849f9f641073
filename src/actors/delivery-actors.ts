import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { deliverToBitticket, deliverToWallet } from '#src/api/delivery-calls.ts'
import { simpleInfoQuery, subscribeToEvents } from '#src/api/order-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'

/** Delivery of the tickets, and what the completed order shows [CALL-28, CALL-29, CALL-35, CALL-38]. */
export function createDeliveryActors(queryClient: QueryClient) {
  return {
    deliverToBitticket: fromPromise<{ isCompleted: boolean }>(async () => ({
      isCompleted: await deliverToBitticket(),
    })),

    deliverToWallet: fromPromise<{ isCompleted: boolean }>(async () => ({
      isCompleted: await deliverToWallet(),
    })),

    loadOrder: fromPromise<void>(async () => {
      await queryClient.fetchQuery(simpleInfoQuery)
    }),

    subscribeToEvents: fromPromise<void>(async () => {
      await subscribeToEvents()
      await queryClient.fetchQuery({ ...userQuery, staleTime: 0 })
    }),
  }
}
