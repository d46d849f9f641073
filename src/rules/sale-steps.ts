import type { CheckoutState } from '#src/api/schemas/checkout.ts'

/** The steps that a buyer can stand in: every state but `determining`, which only finds out which it is. */
export type Step = Exclude<CheckoutState, 'determining'>

/** What decides which steps a sale has. */
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

/** A checkout as this rule reads it, parsed by the page or on the shop's wire: an amount is pence or a decimal text. */
export interface SteppedSale {
  organisers: readonly { charity: boolean }[]
  charity: object | null
  express: boolean
  donation: { amount_before_booking_fee: number | string } | null
  donation_amount: number | string
  marketing_preferences: object | null
  require_delivery_address: boolean
  gift_vouchers: readonly unknown[]
  tickets: readonly { ticket_id: string }[]
  before_payment_questions: Questions
  after_payment_questions: Questions
  has_waivers: boolean
  after_sale_messages: readonly unknown[]
}

/** Computes what decides the steps of a sale, for page, shop and sandbox alike [CONT-20..24]. */
export function stepFacts(sale: SteppedSale): StepFacts {
  return {
    isCharity: sale.organisers[0]?.charity === true && sale.charity !== null,
    isExpress: sale.express,
    hasDonation: Number(sale.donation?.amount_before_booking_fee) > 0 || Number(sale.donation_amount) > 0,
    hasMarketingPreferences: sale.marketing_preferences !== null,
    needsDeliveryAddress: sale.require_delivery_address || sale.gift_vouchers.length > 0,
    hasQuestionsBefore: hasQuestions(sale, sale.before_payment_questions),
    hasQuestionsAfter: hasQuestions(sale, sale.after_payment_questions),
    hasWaivers: sale.has_waivers,
    hasMessages: sale.after_sale_messages.length > 0,
  }
}

interface SaleStep {
  /** What the step needs: nothing, the hold, or the payment. */
  phase: 'basket' | 'held' | 'paid'
  /** Whether a sale has this step at all. */
  isIn: (sale: StepFacts) => boolean
}

const always = () => true
// Express goes from the reservation straight to the payment, unless there is a charity.
const isLong = ({ isCharity, isExpress }: StepFacts) => isCharity || !isExpress

/** Every step, in the order in which a buyer completes them: the captcha comes before the reservation that it allows. */
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

/** The step after the reservation: the donation, the account, or in express the payment [CONT-20..22]. */
export function firstHeldStep(sale: StepFacts): Step {
  // The keys of an object lose their names in its type; every sale has the payment.
  const steps = Object.entries(saleSteps) as [Step, SaleStep][]
  return steps.find(([, step]) => step.phase === 'held' && step.isIn(sale))?.[0] ?? 'payment'
}

/** Only questions of tickets that are in the basket are asked. */
function hasQuestions({ tickets }: Pick<SteppedSale, 'tickets'>, questions: Questions): boolean {
  return tickets.some(({ ticket_id }) => (questions[ticket_id] ?? []).length > 0)
}
