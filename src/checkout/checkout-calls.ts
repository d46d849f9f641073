import { queryOptions } from '@tanstack/react-query'
import { request } from '#src/http/client.ts'
import { reading } from '#src/http/reading.ts'
import type { StepRequest } from './requests.ts'
import {
  basketStateSchema,
  checkoutReplySchema,
  type Checkout,
  type CheckoutState,
} from './schemas/checkout.ts'
import { ignored } from '#src/http/wire.ts'

/** Loads the checkout of this session [CALL-31]. */
export function getCheckout(): Promise<Checkout> {
  return request(checkoutReplySchema, 'GET', '/ajax/checkout/checkout/get/')
}

/** Query of the checkout; its cache entry is the page's only copy. */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: () => getCheckout(),
  ...reading,
})

/** Reports the current step; returns the remaining seconds of the hold, or null [CALL-32]. */
export async function updateBasketState(state: CheckoutState): Promise<number | null> {
  const path = '/ajax/checkout/checkout/update_basket_state/'
  const body: StepRequest = { state }
  const reply = await request(basketStateSchema, 'POST', path, body, { keepalive: true })
  return reply.seconds_remaining
}

/** Releases the reserved tickets so that the basket can be edited [CALL-33]. */
export function destroySale(): Promise<void> {
  return request(ignored, 'POST', '/ajax/checkout/checkout/destroy_sale/')
}
