import { visitedBasket, type VisitEnv } from '#server/reservation/visits.ts'

import { readCheckoutView } from './checkout-view.ts'
import { emptyCheckout } from './empty-checkout.ts'
import { isPaidByAnother } from './report-step.ts'

/** The checkout of the visitor's session, as the call sends it [CALL-31], and the page in which the shop draws it. */
export async function readCheckout(context: VisitEnv['Variables']): Promise<object> {
  const basket = await visitedBasket(context)
  if (!basket || isPaidByAnother(basket, context.session)) return emptyCheckout
  return readCheckoutView(context, basket)
}
