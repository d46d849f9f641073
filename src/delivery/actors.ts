import * as deliveryCalls from './calls.ts'

export { ticketDeliveryMachine } from '#machines/ticket-delivery.ts'

/** Adds the tickets to the buyer's account; returns whether that is complete [CALL-28]. */
export async function deliverToBitticket(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToBitticket() }
}

/** Adds the tickets to the buyer's wallet; returns whether that is complete [CALL-29]. */
export async function deliverToWallet(): Promise<{ isCompleted: boolean }> {
  return { isCompleted: await deliveryCalls.deliverToWallet() }
}
