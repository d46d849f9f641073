import type { QueryClient } from '@tanstack/react-query'
import { fromPromise } from 'xstate'
import { userQuery } from '#src/api/user-calls.ts'
import { readAfterChange } from './after-change.ts'

/** These calls are loaded when first made. */
const deliveryCalls = () => import('#src/api/delivery-calls.ts')
const orderCalls = () => import('#src/api/order-calls.ts')

/** Delivery of the tickets, and what the completed order shows [CALL-28, CALL-29, CALL-35, CALL-38]. */
export function createDeliveryActors(queryClient: QueryClient) {
  return {
    deliverToBitticket: fromPromise<{ isCompleted: boolean }>(async () => ({
      isCompleted: await (await deliveryCalls()).deliverToBitticket(),
    })),

    deliverToWallet: fromPromise<{ isCompleted: boolean }>(async () => ({
      isCompleted: await (await deliveryCalls()).deliverToWallet(),
    })),

    loadOrder: fromPromise<void>(async () => {
      await queryClient.fetchQuery((await orderCalls()).simpleInfoQuery)
    }),

    subscribeToEvents: fromPromise<void>(async () => {
      await (await orderCalls()).subscribeToEvents()
      await readAfterChange(queryClient, userQuery, (user) => user && { ...user, is_event_subscribed: true })
    }),
  }
}
