import type { Checkout, CheckoutState } from '#src/checkout/schemas/checkout.ts'
import type { User } from '#src/checkout/schemas/user.ts'
import { isPaid } from './is-paid.ts'
import { paymentMethods, type PaymentMethod } from './payment-methods.ts'
import { isBelowMinimum } from './quantities.ts'
import { missingRequiredTickets } from './required-tickets.ts'
import { saleSteps, stepFacts, type StepFacts } from './sale-steps.ts'

/** The data of a checkout that the charts' guards read: JSON without personal data. */
export interface Facts extends StepFacts {
  /** The step according to the server. */
  state: CheckoutState
  /** Reference of the sale. */
  sale: string
  /** Remaining seconds of the hold when the reply was sent; 0 for no hold, null if the reply has no value. */
  secondsRemaining: number | null
  /** Not empty, no required ticket missing, and no line below its minimum [BASK-42, BASK-43]. */
  canReserve: boolean
  /** The buyer may ask the shop for more time. */
  canExtendHold: boolean
  /** The shop puts a line into the basket that is not in it. */
  canAddLines: boolean
  isEditing: boolean
  isFree: boolean
  isPaymentComplete: boolean
  /** The buyer cancelled the payment on the bank's page [BANK-05]. */
  isBankCancelled: boolean
  /** The payment step asks for an address, as no step before it does [ADDR-23]. */
  asksAddress: boolean
  /** There is an email address for claiming free tickets [OPEN-18]. */
  hasEmail: boolean
  /** No payment provider is set up [PAYM-52]. */
  isPaymentUnavailable: boolean
  /** The payment methods of the list, in its order; without the wallet, as only the device knows of one [PAYM-31..37]. */
  methods: PaymentMethod[]
  /** The only payment method, if there is just one [PAYM-38..40]. */
  preselectedMethod: PaymentMethod | null
  captchaSitekey: string
}

/**
 * Computes the facts of a checkout and its buyer, the user or guest if known. Every condition of both next-step tables is
 * decided here and in `stepFacts`.
 */
export function checkoutFacts(checkout: Checkout, buyer: Pick<User, 'email'> | null | undefined): Facts {
  const payment = paymentMethods(checkout)
  const steps = stepFacts(checkout)
  return {
    ...steps,
    state: checkout.state,
    sale: checkout.sale_reference,
    secondsRemaining: checkout.seconds_remaining,
    canReserve:
      checkout.tickets.length + checkout.gift_vouchers.length > 0 &&
      missingRequiredTickets(checkout.tickets).length === 0 &&
      !checkout.tickets.some((line) => isBelowMinimum(line, line.qty)),
    canExtendHold: checkout.can_extend_hold,
    canAddLines: checkout.can_add_lines,
    isEditing: checkout.edit_basket_clicked,
    isFree: checkout.basket_total === 0,
    isPaymentComplete: isPaid(checkout),
    isBankCancelled: checkout.truelayer_returned_from === '0',
    asksAddress: steps.needsDeliveryAddress && !saleSteps.delivery_address.isIn(steps),
    hasEmail: (buyer?.email || checkout.init_guest_email) !== '',
    isPaymentUnavailable: payment.isUnavailable,
    methods: payment.methods,
    preselectedMethod: payment.preselected,
    captchaSitekey: checkout.captcha_sitekey,
  }
}
