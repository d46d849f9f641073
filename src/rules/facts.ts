import type { Checkout, CheckoutState } from '#src/api/schemas/checkout.ts'
import type { User } from '#src/api/schemas/user.ts'
import { paymentMethods, type PaymentMethod } from './payment-methods.ts'
import { isBelowMinimum } from './quantities.ts'
import { missingRequiredTickets } from './required-tickets.ts'

/** What the statechart's guards need to know of a checkout: small, JSON, nothing personal. Seconds are whole seconds. */
export interface Facts {
  /** Where the server says the buyer stands. */
  state: CheckoutState
  /** Seconds left of the hold as the server read them; null when it did not say, 0 when there is none. */
  secondsRemaining: number | null
  /** The basket can be reserved: not empty, no required ticket missing, no line below its minimum [BASK-42, BASK-43]. */
  canReserve: boolean
  isEditing: boolean
  isCharity: boolean
  isExpress: boolean
  isFree: boolean
  hasDonation: boolean
  hasMarketingPreferences: boolean
  needsDeliveryAddress: boolean
  hasQuestionsBefore: boolean
  hasQuestionsAfter: boolean
  hasWaivers: boolean
  hasMessages: boolean
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
    state: checkout.state,
    secondsRemaining: checkout.seconds_remaining,
    canReserve:
      checkout.tickets.length + checkout.gift_vouchers.length > 0 &&
      missingRequiredTickets(checkout.tickets).length === 0 &&
      !checkout.tickets.some((line) => isBelowMinimum(line, line.qty)),
    isEditing: checkout.edit_basket_clicked,
    isCharity: checkout.organisers[0]?.charity === true && checkout.charity !== null,
    isExpress: checkout.express,
    isFree: checkout.basket_total === 0,
    hasDonation: (checkout.donation?.amount_before_booking_fee ?? 0) > 0 || checkout.donation_amount > 0,
    hasMarketingPreferences: checkout.marketing_preferences !== null,
    needsDeliveryAddress: checkout.require_delivery_address || checkout.gift_vouchers.length > 0,
    hasQuestionsBefore: hasQuestions(checkout, checkout.before_payment_questions),
    hasQuestionsAfter: hasQuestions(checkout, checkout.after_payment_questions),
    hasWaivers: checkout.has_waivers,
    hasMessages: checkout.after_sale_messages.length > 0,
    isPaymentComplete: checkout.payment_complete,
    isBankCancelled: checkout.truelayer_returned_from === '0',
    hasEmail: (buyer?.email || checkout.init_guest_email) !== '',
    isPaymentUnavailable: payment.isUnavailable || payment.preselected === 'square',
    preselectedMethod: payment.preselected,
    captchaSitekey: checkout.captcha_sitekey,
  }
}

/** Only questions of tickets that are in the basket are asked. */
const hasQuestions = ({ tickets }: Checkout, questions: Checkout['before_payment_questions']) =>
  tickets.some(({ ticket_id }) => (questions[ticket_id] ?? []).length > 0)
