import Stripe from 'stripe'

import { sandboxStripeKeys } from '#server/providers/sandbox-keys.ts'

import type { TestShop } from './test-shop.ts'

let events = 0

/** Sends a signed webhook of the card provider about an object, and returns the reply's status. */
export async function sendStripeEvent(
  shop: TestShop,
  type: string,
  object: object,
  id = `evt_sent_${++events}`,
): Promise<number> {
  const payload = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = new Stripe('sk_test').webhooks.generateTestHeaderString({
    payload,
    secret: sandboxStripeKeys.webhookSecret,
  })
  const reply = await shop.app.request('http://shop.test/webhooks/stripe', {
    method: 'POST',
    headers: { 'Stripe-Signature': signature },
    body: payload,
  })
  return reply.status
}
