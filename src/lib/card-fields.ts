import type { Stripe, StripeElements } from '@stripe/stripe-js'

/** Whose card it is, as far as is known; '' is not sent. */
export interface BillingDetails {
  name: string
  postcode?: string
}

/** The provider's card fields as they stand in the page. */
export interface MountedFields {
  stripe: Pick<Stripe, 'createPaymentMethod'>
  elements: Pick<StripeElements, 'getElement'>
}

/**
 * The provider made no payment method of what was typed. `message` is the provider's own, '' when it has none.
 * Not a refused payment: nothing was asked of the shop yet.
 */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal'
}

let mounted: MountedFields | null = null

/**
 * Where the card form and the payment meet: the form registers its fields while they stand in the page, the
 * payment turns what was typed there into a payment method of the provider. Card numbers stay with the provider.
 */
export const cardFields = {
  /** Registers fields; gives the function that takes them away again. */
  register(fields: MountedFields): () => void {
    mounted = fields
    return () => {
      if (mounted === fields) mounted = null
    }
  },

  /**
   * Makes a payment method of the typed card in the browser [PAYM-58], its billing name taken from the full name
   * [PAYM-59]; `postcode`, where one was asked for, helps the card's bank to know its own [OPEN-77]. Throws `CardRefusal` (OPEN-22).
   */
  async createPaymentMethod({ name, postcode }: BillingDetails): Promise<{ id: string }> {
    const card = mounted?.elements.getElement('cardNumber')
    if (!mounted || !card) throw new CardRefusal('')
    const { paymentMethod, error } = await mounted.stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: {
        ...(name && { name }),
        ...(postcode && { address: { postal_code: postcode } }),
      },
    })
    if (!paymentMethod) throw new CardRefusal(error.message ?? '')
    return { id: paymentMethod.id }
  },
}
