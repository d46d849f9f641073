import { demandedDetails, type DemandingSale } from './demanded-details.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** The steps of a buyer: every state except `determining`. */
export type Step = Exclude<CheckoutState, 'determining'>

/** The facts that decide which steps a sale has [CONT-20..24]. */
export interface StepFacts {
  isCharity: boolean
  isExpress: boolean
  hasDonation: boolean
  hasMarketingPreferences: boolean
  needsDeliveryAddress: boolean
  hasQuestionsBefore: boolean
  hasQuestionsAfter: boolean
  hasWaivers: boolean
  hasMessages: boolean
}

type Questions = Record<string, readonly unknown[] | undefined>

/** The part of a checkout that this rule reads, parsed (amounts in pence) or as sent by the shop (decimal text). */
export interface SteppedSale extends DemandingSale {
  organisers: readonly { charity: boolean }[]
  charity: object | null
  express: boolean
  donation: { amount_before_booking_fee: number | string } | null
  donation_amount: number | string
  marketing_preferences: object | null
  tickets: readonly { ticket_id: string }[]
  before_payment_questions: Questions
  after_payment_questions: Questions
  has_waivers: boolean
  after_sale_messages: readonly unknown[]
}

/** Computes the step facts of a sale. Shared by page, shop and sandbox [CONT-20..24]. */
export function stepFacts(sale: SteppedSale): StepFacts {
  return {
    isCharity: sale.organisers[0]?.charity === true && sale.charity !== null,
    isExpress: sale.express,
    hasDonation: Number(sale.donation?.amount_before_booking_fee) > 0 || Number(sale.donation_amount) > 0,
    hasMarketingPreferences: sale.marketing_preferences !== null,
    needsDeliveryAddress: demandedDetails(sale).address,
    hasQuestionsBefore: hasQuestions(sale, sale.before_payment_questions),
    hasQuestionsAfter: hasQuestions(sale, sale.after_payment_questions),
    hasWaivers: sale.has_waivers,
    hasMessages: sale.after_sale_messages.length > 0,
  }
}

interface SaleStep {
  /** Requirement of the step: none, a hold, or a payment. */
  phase: 'basket' | 'held' | 'paid'
  /** Returns whether a sale has this step. */
  isIn: (sale: StepFacts) => boolean
}

const always = () => true
/** Whether a sale has more steps than the payment: express skips from reservation to payment, unless there is a charity. */
export const isLong = ({ isCharity, isExpress }: StepFacts) => isCharity || !isExpress

/** Every step in order of completion: a captcha is solved before the reservation succeeds. */
export const saleSteps: Record<Step, SaleStep> = {
  basket: { phase: 'basket', isIn: always },
  captcha: { phase: 'basket', isIn: always },
  reserve: { phase: 'basket', isIn: always },
  donation: { phase: 'held', isIn: (sale) => sale.isCharity },
  gift_aid: { phase: 'held', isIn: (sale) => sale.isCharity && sale.hasDonation },
  login: { phase: 'held', isIn: isLong },
  marketing_preferences: { phase: 'held', isIn: (sale) => isLong(sale) && sale.hasMarketingPreferences },
  delivery_address: { phase: 'held', isIn: (sale) => isLong(sale) && sale.needsDeliveryAddress },
  ticket_questions_before: { phase: 'held', isIn: (sale) => isLong(sale) && sale.hasQuestionsBefore },
  payment: { phase: 'held', isIn: always },
  awaiting_truelayer: { phase: 'held', isIn: always },
  deliver_tickets: { phase: 'paid', isIn: always },
  ticket_questions_after: { phase: 'paid', isIn: (sale) => sale.hasQuestionsAfter },
  waiver: { phase: 'paid', isIn: (sale) => sale.hasWaivers },
  after_sale_messages: { phase: 'paid', isIn: (sale) => sale.hasMessages },
  order_completed: { phase: 'paid', isIn: always },
}

/** Returns the first step after the reservation: donation, account, or payment in express [CONT-20..22]. */
export function firstHeldStep(sale: StepFacts): Step {
  // `Object.entries` widens keys to string. The fallback is for the type only: every sale has a payment step.
  const steps = Object.entries(saleSteps) as [Step, SaleStep][]
  return steps.find(([, step]) => step.phase === 'held' && step.isIn(sale))?.[0] ?? 'payment'
}

/** Ignores questions about tickets that are not in the basket. */
function hasQuestions({ tickets }: Pick<SteppedSale, 'tickets'>, questions: Questions): boolean {
  return tickets.some(({ ticket_id }) => (questions[ticket_id] ?? []).length > 0)
}

const order = Object.keys(saleSteps)

/** Whether a step comes before another. */
export const isEarlier = (step: Step, other: Step): boolean => order.indexOf(step) < order.indexOf(other)
