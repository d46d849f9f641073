import { checkoutStates } from '#src/checkout/schemas/checkout.ts'
import {
  saleSteps,
  stepFacts,
  type Step,
  type StepFacts,
  type SteppedSale,
} from '#src/checkout/rules/sale-steps.ts'

/** The progress of a sale, which decides the steps it may show. */
export interface SaleProgress {
  phase: 'basket' | 'held' | 'paid'
  /** The buyer has signed in, or given name and email. */
  isKnown: boolean
  /** A bank transfer is open. */
  isAtBank: boolean
}

/**
 * Returns whether the buyer's page may report that it shows a step. The reported step is saved for reloads and authorises
 * nothing: a step of the checkout needs the hold, a step after the payment needs the payment, and a step that this
 * sale does not have is never stored. Steps may be skipped or gone back to, because one lost report must not block all
 * later ones.
 */
export function isAllowed(step: Step, sale: SteppedSale, progress: SaleProgress): boolean {
  const { phase, isIn } = saleSteps[step]
  const facts = stepFacts(sale)
  return reached[progress.phase].includes(phase) && isIn(facts) && isOpen[step](progress, facts)
}

/** The phases whose steps a sale may show. */
const reached: Record<SaleProgress['phase'], SaleProgress['phase'][]> = {
  basket: ['basket'],
  held: ['basket', 'held'],
  paid: ['paid'],
}

const always = () => true
const isKnown = (progress: SaleProgress) => progress.isKnown

/** Conditions of each step besides its phase. A new state does not compile without an entry. */
const isOpen: Record<Step, (progress: SaleProgress, sale: StepFacts) => boolean> = {
  basket: always,
  reserve: always,
  captcha: always,
  donation: always,
  gift_aid: always,
  login: always,
  marketing_preferences: isKnown,
  delivery_address: isKnown,
  ticket_questions_before: isKnown,
  payment: (progress, sale) => progress.isKnown || sale.isExpress,
  awaiting_truelayer: (progress) => progress.isAtBank,
  deliver_tickets: always,
  ticket_questions_after: always,
  waiver: always,
  after_sale_messages: always,
  order_completed: always,
}

/**
 * Returns whether a step report arrived after the payment. Reports and calls are separate requests, so "payment" can arrive
 * after the payment itself. Such a report is accepted and not stored.
 */
export function isOvertaken(step: Step, { phase }: SaleProgress): boolean {
  return phase === 'paid' && saleSteps[step].phase !== 'paid'
}

/** Returns the step of this name; null if there is none. */
export function stepNamed(text: string): Step | null {
  return checkoutStates.filter((state) => state !== 'determining').find((step) => step === text) ?? null
}
