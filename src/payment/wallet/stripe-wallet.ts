import type { Stripe, StripeElements } from '@stripe/stripe-js'
import { CardRefusal } from '#src/payment/card/card-fields.ts'

/** The elements group of a wallet's button. */
export interface StripeWallet {
  stripe: Pick<Stripe, 'createPaymentMethod'>
  elements: StripeElements
}

let confirmed: StripeWallet | null = null

/** Keeps the wallet with which the buyer has just confirmed to pay, until its payment method is created. */
export function keepConfirmedWallet(wallet: StripeWallet) {
  confirmed = wallet
}

/**
 * Creates a payment method from the confirmed wallet, once per confirmation
 * (docs.stripe.com/js/payment_methods/create_payment_method_elements). Throws `CardRefusal`.
 */
export async function readConfirmedWallet(): Promise<{ id: string }> {
  const wallet = confirmed
  confirmed = null
  if (!wallet) throw new CardRefusal('')
  const { paymentMethod, error } = await wallet.stripe.createPaymentMethod({ elements: wallet.elements })
  if (!paymentMethod) throw new CardRefusal(error.message ?? '')
  return { id: paymentMethod.id }
}
