import { headingOf as documentedHeading } from '#machines/paths/headings.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { WireCheckout } from './wire.ts'

/** The documented title of a step for a checkout as the shop sends it. */
export const headingOf = (state: CheckoutState, checkout: WireCheckout): string =>
  documentedHeading(state, {
    isFree: Number(checkout.basket_total) === 0,
    isExpress: checkout.express,
    isPaying: false,
    isPlan: checkout.payment_plan_remaining,
    donationTitle: checkout.charity?.donation_checkout_title ?? '',
  })
