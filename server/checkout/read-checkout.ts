import { visitedBasket, type VisitEnv } from '#server/reservation/visits.ts'

import { readCheckoutView } from './checkout-view.ts'
import { emptyCheckout } from './empty-checkout.ts'
import { organisersOfNextEvents } from './next-events.ts'
import { isPaidByAnother } from './report-step.ts'

/**
 * The checkout of the visitor's session, as the call sends it [CALL-31], and the page in which the shop draws it. An empty basket comes
 * with the events that begin next.
 */
export async function readCheckout(context: VisitEnv['Variables']): Promise<object> {
  const basket = await visitedBasket(context)
  const isShown = basket && !isPaidByAnother(basket, context.session)
  const checkout = isShown ? await readCheckoutView(context, basket) : emptyCheckout
  if (checkout.tickets.length + checkout.gift_vouchers.length > 0) return checkout
  return { ...checkout, organisers: await organisersOfNextEvents(context.db) }
}
