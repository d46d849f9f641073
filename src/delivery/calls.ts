import { request } from '#src/http/client.ts'
import { deliverySchema } from './schemas.ts'

/** Delivers the tickets to the ticket wallet; returns whether that is complete [CALL-28]. */
export async function deliverToBitticket(): Promise<boolean> {
  const reply = await request(deliverySchema, 'POST', '/ajax/checkout/checkout/deliver_to_bitticket/')
  return reply.delivery_completed
}

/** Sends the wallet by email; returns whether that is complete [CALL-29]. */
export async function deliverToWallet(): Promise<boolean> {
  const reply = await request(deliverySchema, 'POST', '/ajax/checkout/checkout/deliver_to_wallet/')
  return reply.delivery_completed
}
