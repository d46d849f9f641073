import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** What the documented titles of the steps depend on. */
export interface Titled {
  isFree: boolean
  isExpress: boolean
  /** A payment is open. */
  isPaying: boolean
  /** The order is paid by instalments. */
  isPlan: boolean
  /** The charity's own title of the donation step. */
  donationTitle: string
}

const headings: Record<CheckoutState, string | ((titled: Titled) => string)> = {
  determining: 'Determining checkout progress',
  basket: 'Basket',
  reserve: 'Checkout',
  captcha: 'Checkout',
  login: 'Account',
  marketing_preferences: 'Keep updated',
  donation: ({ donationTitle }) => donationTitle,
  gift_aid: 'Gift Aid',
  delivery_address: 'Delivery Address',
  ticket_questions_before: 'Ticket Questions',
  payment({ isFree, isExpress, isPaying }) {
    if (isFree) return 'Claiming free tickets'
    if (isPaying) return 'Confirming Payment'
    return isExpress ? 'Complete purchase' : 'Payment'
  },
  awaiting_truelayer: 'Payment',
  deliver_tickets: 'Payment',
  ticket_questions_after: 'Ticket Questions',
  waiver: 'Activity Terms and Conditions',
  // Not documented
  after_sale_messages: 'Before you go',
  order_completed: ({ isPlan }) =>
    isPlan ? 'Order Complete - Payment Schedule Setup' : 'Order complete! Your tickets are on their way.',
}

/** Returns the title of a step, copied from the specification. */
export function headingOf(step: CheckoutState, titled: Titled): string {
  const heading = headings[step]
  return typeof heading === 'string' ? heading : heading(titled)
}
