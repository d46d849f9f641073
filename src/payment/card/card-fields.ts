/** What is known of the card holder and the payment; '' is not sent. */
export interface Billing {
  name: string
  postcode?: string
  /** Total in pence, which some providers confirm with the card holder's bank. */
  amount: number
  /** ISO code. */
  currency: string
}

/** What is printed on a card, without its number; `month` and `year` of its expiry. */
export interface CardFace {
  brand: string
  last4: string
  month: number
  year: number
  /** Such as `credit` or `debit`. */
  funding: string
}

/** A payment method that the provider created; `face` if the provider tells it. */
export interface CreatedCard {
  id: string
  face?: CardFace
}

/** The mounted card form of a provider. */
export interface CardForm {
  /** Creates a payment method from the typed card in the browser [PAYM-58]. Throws `CardRefusal` (OPEN-22). */
  createPaymentMethod: (billing: Billing) => Promise<CreatedCard>
}

/**
 * The provider could not create a payment method. `message` is the provider's own, '' for none. Not a declined payment:
 * nothing has been sent to the shop yet.
 */
export class CardRefusal extends Error {
  override readonly name = 'CardRefusal'
}

let mounted: CardForm | null = null

/** Connects the mounted card form with the payment. Card numbers stay with the provider. */
export const cardFields = {
  /** Registers a form; returns a function that removes it. */
  register(form: CardForm): () => void {
    mounted = form
    return () => {
      if (mounted === form) mounted = null
    }
  },

  /** Creates a payment method with the mounted form. Throws `CardRefusal`, also if there is none. */
  async createPaymentMethod(billing: Billing): Promise<CreatedCard> {
    if (!mounted) throw new CardRefusal('')
    return mounted.createPaymentMethod(billing)
  },
}
