import type { Stripe, StripeElements } from '@stripe/stripe-js'

/** The known card holder; '' is not sent. */
export interface BillingDetails {
  name: string
  postcode?: string
}

/** The provider's mounted card fields. */
export interface MountedFields {
  stripe: Pick<Stripe, 'createPaymentMethod'>
  elements: Pick<StripeElements, 'getElement'>
}

/**
 * The provider could not create a payment method. `message` is the provider's own, '' for none. Not a declined payment:
 * nothing has been sent to the shop yet.
 */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal'
}

let mounted: MountedFields | null = null
let changes = 0

/**
 * Connects the card form with the payment. The form registers its fields while they are mounted; the payment turns their
 * input into a payment method. Card numbers stay with the provider.
 */
export const cardFields = {
  /** Registers fields; returns a function that removes them. */
  register(fields: MountedFields): () => void {
    mounted = fields
    return () => {
      if (mounted === fields) mounted = null
    }
  },

  /** Records that the buyer edited a field. */
  noteChange() {
    changes += 1
  },

  /** The number of edits so far, to detect a changed card. */
  get changes() {
    return changes
  },

  /**
   * Creates a payment method from the typed card in the browser [PAYM-58], with the full name as billing name [PAYM-59]
   * and the postcode, if known, for the bank's checks [OPEN-77]. Throws `CardRefusal` (OPEN-22).
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
