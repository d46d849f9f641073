import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { WireCheckout } from './wire.ts'

/** The title of each step, copied from the specification. */
export const headings: Record<CheckoutState, string | ((checkout: WireCheckout) => string)> = {
  determining: 'Determining checkout progress',
  basket: 'Basket',
  reserve: 'Checkout',
  captcha: 'Checkout',
  login: 'Account',
  marketing_preferences: 'Keep updated',
  donation: ({ charity }) => charity?.donation_checkout_title ?? '',
  gift_aid: 'Gift Aid',
  delivery_address: 'Delivery Address',
  ticket_questions_before: 'Ticket Questions',
  payment: ({ basket_total, express }) =>
    Number(basket_total) === 0 ? 'Claiming free tickets' : express ? 'Complete purchase' : 'Payment',
  awaiting_truelayer: 'Payment',
  deliver_tickets: 'Payment',
  ticket_questions_after: 'Ticket Questions',
  waiver: 'Activity Terms and Conditions',
  // Not documented
  after_sale_messages: 'Before you go',
  order_completed: ({ payment_plan_remaining }) =>
    payment_plan_remaining
      ? 'Order Complete - Payment Schedule Setup'
      : 'Order complete! Your tickets are on their way.',
}

export function headingOf(state: CheckoutState, checkout: WireCheckout): string {
  const heading = headings[state]
  return typeof heading === 'string' ? heading : heading(checkout)
}
