import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** Steps with a countdown that return to the basket when it is over, in the order of the documents [CONT-54]. */
export const heldSteps: CheckoutState[] = [
  'donation',
  'gift_aid',
  'login',
  'marketing_preferences',
  'delivery_address',
  'ticket_questions_before',
  'payment',
]
