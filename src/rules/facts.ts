import type { Checkout, CheckoutState } from '#src/api/schemas/checkout.ts'
import type { User } from '#src/api/schemas/user.ts'
import { isPaid } from './is-paid.ts'
import { paymentMethods, type PaymentMethod } from './payment-methods.ts'
import { isBelowMinimum } from './quantities.ts'
import { missingRequiredTickets } from './required-tickets.ts'
import { stepFacts, type StepFacts } from './sale-steps.ts'

/** What the statechart's guards need to know of a checkout: small, JSON, nothing personal. Seconds are whole seconds. */
export interface Facts extends StepFacts {
  /** Where the server says the buyer stands. */
  state: CheckoutState
  /** Seconds left of the hold as the server read them; null when it did not say, 0 when there is none. */
  secondsRemaining: number | null
  /** The basket can be reserved: not empty, no required ticket missing, no line below its minimum [BASK-42, BASK-43]. */
  canReserve: boolean
  isEditing: boolean
  isFree: boolean
  isPaymentComplete: boolean
  /** The buyer came back from the bank having cancelled there [BANK-05]. */
  isBankCancelled: boolean
  /** The sale knows an email to claim free tickets with [OPEN-18]. */
  hasEmail: boolean
  /** Nothing can take this payment: no provider is set up [PAYM-52], or one that this checkout has no form for. */
  isPaymentUnavailable: boolean
  /** The method that needs no choice, if there is just one [PAYM-38..40]. */
  preselectedMethod: PaymentMethod | null
  captchaSitekey: string
}

/** Computes the facts from a checkout reply and who buys, where that is known. One place decides every `if` of both next-step tables. */
export function checkoutFacts(checkout: Checkout, buyer: Pick<User, 'email'> | null | undefined): Facts {
  const payment = paymentMethods(checkout)
  return {
    ...stepFacts(checkout),
    state: checkout.state,
    secondsRemaining: checkout.seconds_remaining,
    canReserve:
      checkout.tickets.length + checkout.gift_vouchers.length > 0 &&
      missingRequiredTickets(checkout.tickets).length === 0 &&
      !checkout.tickets.some((line) => isBelowMinimum(line, line.qty)),
    isEditing: checkout.edit_basket_clicked,
    isFree: checkout.basket_total === 0,
    isPaymentComplete: isPaid(checkout),
    isBankCancelled: checkout.truelayer_returned_from === '0',
    hasEmail: (buyer?.email || checkout.init_guest_email) !== '',
    isPaymentUnavailable: payment.isUnavailable || payment.preselected === 'square',
    preselectedMethod: payment.preselected,
    captchaSitekey: checkout.captcha_sitekey,
  }
}
