import { checkoutStates, type CheckoutState } from '#src/api/schemas/checkout.ts'

import type { CheckoutView } from './checkout-view.ts'

/** What decides which states a sale may stand in. */
export interface Standing {
  phase: 'basket' | 'held' | 'paid'
  /** The buyer has signed in, or given name and email. */
  isKnown: boolean
  /** A bank transfer is open. */
  isAtBank: boolean
}

type Shape = Pick<
  CheckoutView,
  | 'charity'
  | 'organisers'
  | 'donation_amount'
  | 'express'
  | 'marketing_preferences'
  | 'require_delivery_address'
  | 'gift_vouchers'
  | 'before_payment_questions'
  | 'after_payment_questions'
  | 'has_waivers'
  | 'after_sale_messages'
>

/**
 * Whether the buyer's page may say it stands in a state. The page's word is kept for a reload and grants nothing: a
 * step of the checkout needs the hold, a step after the payment needs the payment, and a step that this sale does not
 * have is never stored. Steps may be skipped or gone back to, because one lost report must not block all later ones.
 */
export function isLawful(state: CheckoutState, sale: Shape, { phase, isKnown, isAtBank }: Standing): boolean {
  if (phase === 'paid') return isAfterPayment(state, sale)
  if (['basket', 'reserve', 'captcha'].includes(state)) return true
  if (phase === 'basket') return false
  const isCharity = sale.organisers[0]?.charity === true && sale.charity !== null
  switch (state) {
    case 'donation':
      return isCharity
    case 'gift_aid':
      return isCharity && sale.donation_amount !== '0.00'
    case 'login':
      return isCharity || !sale.express
    case 'marketing_preferences':
      return isKnown && sale.marketing_preferences !== null
    case 'delivery_address':
      return isKnown && (sale.require_delivery_address || sale.gift_vouchers.length > 0)
    case 'ticket_questions_before':
      return isKnown && hasAny(sale.before_payment_questions)
    case 'payment':
      return isKnown || sale.express
    case 'awaiting_truelayer':
      return isAtBank
    default:
      return false
  }
}

/**
 * Whether a report was overtaken by the payment: reports and calls of a page travel apart, so that "payment" can
 * arrive when the free tickets of that step are claimed already. It is no mistake, and nothing is kept of it.
 */
export function isOvertaken(state: CheckoutState, { phase }: Standing): boolean {
  return phase === 'paid' && !afterPayment.includes(state)
}

const afterPayment: CheckoutState[] = [
  'deliver_tickets',
  'ticket_questions_after',
  'waiver',
  'after_sale_messages',
  'order_completed',
]

/** Reads the name of a state that a page can stand in; null for any other text. */
export function stateNamed(text: string): CheckoutState | null {
  return checkoutStates.find((state) => state === text && state !== 'determining') ?? null
}

function isAfterPayment(state: CheckoutState, sale: Shape): boolean {
  switch (state) {
    case 'deliver_tickets':
    case 'order_completed':
      return true
    case 'ticket_questions_after':
      return hasAny(sale.after_payment_questions)
    case 'waiver':
      return sale.has_waivers
    case 'after_sale_messages':
      return sale.after_sale_messages.length > 0
    default:
      return false
  }
}

const hasAny = (questions: Record<string, readonly unknown[]>): boolean =>
  Object.values(questions).some((list) => list.length > 0)
