import type { QueryClient } from '@tanstack/react-query'
import * as deliveryCalls from '#src/api/delivery-calls.ts'
import * as orderCalls from '#src/api/order-calls.ts'
import { userQuery } from '#src/api/user-calls.ts'
import { readAfterChange } from './after-change.ts'

/** Adds the tickets to the buyer's account. */
export async function deliverToBitticket(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToBitticket() }
}

/** Adds the tickets to the buyer's wallet. */
export async function deliverToWallet(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToWallet() }
}

/** Loads the completed order. */
export async function loadOrder(queryClient: QueryClient): Promise<void> {
  await queryClient.fetchQuery(orderCalls.simpleInfoQuery)
}

/** Subscribes the buyer to important event updates. */
export async function subscribeToEvents(queryClient: QueryClient): Promise<void> {
  await orderCalls.subscribeToEvents()
  await readAfterChange(queryClient, userQuery, (user) => user && { ...user, is_event_subscribed: true })
}
