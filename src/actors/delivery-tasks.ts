import type { QueryClient } from '@tanstack/react-query'
import * as deliveryCalls from '#src/api/delivery-calls.ts'
import * as orderCalls from '#src/api/order-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { readAfterChange } from './after-change.ts'

/** Adds the tickets to the buyer's account; returns whether that is complete [CALL-28]. */
export async function deliverToBitticket(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToBitticket() }
}

/** Adds the tickets to the buyer's wallet; returns whether that is complete [CALL-29]. */
export async function deliverToWallet(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToWallet() }
}

/** Loads reference and email of the completed order into the cache [CALL-35]. */
export async function loadOrder(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery(orderCalls.simpleInfoQuery)
}

/** Subscribes the buyer to event updates [CALL-38]. */
export async function subscribeToEvents(queryClient: QueryClient): Promise<void> {
  await orderCalls.subscribeToEvents()
  await readAfterChange(queryClient, userQuery, (user) => user && { ...user, is_event_subscribed: true })
}
