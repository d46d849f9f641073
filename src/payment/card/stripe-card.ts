import type { PaymentMethod, Stripe, StripeElements } from '@stripe/stripe-js'
import { CardRefusal, type CardFace, type CardForm } from './card-fields.ts'

/** Stripe's mounted card fields. */
export interface StripeFields {
  stripe: Pick<Stripe, 'createPaymentMethod'>
  elements: Pick<StripeElements, 'getElement'>
}

/**
 * Creates payment methods with Stripe's card fields, with the full name as billing name [PAYM-59] and the postcode, if
 * known, for the bank's checks [OPEN-77] (docs.stripe.com/js/payment_methods/create_payment_method).
 */
export const stripeCard = ({ stripe, elements }: StripeFields): CardForm => ({
  async createPaymentMethod({ name, postcode }) {
    const card = elements.getElement('cardNumber')
    if (!card) throw new CardRefusal('')
    const { paymentMethod, error } = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: {
        ...(name && { name }),
        ...(postcode && { address: { postal_code: postcode } }),
      },
    })
    if (!paymentMethod) throw new CardRefusal(error.message ?? '')
    return { id: paymentMethod.id, ...(paymentMethod.card && { face: faceOf(paymentMethod.card) }) }
  },
})

const faceOf = ({ brand, last4, exp_month, exp_year, funding }: PaymentMethod.Card): CardFace => ({
  brand,
  last4,
  month: exp_month,
  year: exp_year,
  funding,
})
