import type { StripeError } from './stripe-requests.ts'

/** Errors of declined cards, as Stripe words them. */
export const declines: Record<'is_declined' | 'lacks_funds', StripeError> = {
  is_declined: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
  },
  lacks_funds: {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
}

/** The bank has asked the buyer, who has not confirmed. */
export const notAuthenticated: StripeError = {
  type: 'card_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}

/** The bank must ask the buyer, who is not there. */
export const needsBuyer: StripeError = {
  type: 'card_error',
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}
