import type { Facts } from '#src/checkout/rules/facts.ts'
import type { StepFacts } from '#src/checkout/rules/sale-steps.ts'

/** What a basket must have for a fact to hold: each fact that decides on a step has words. A donation is made on the way. */
export const factWords = {
  isCharity: 'a charity event',
  isExpress: 'express checkout',
  isFree: 'free tickets',
  hasMarketingPreferences: 'an organiser who may send emails',
  needsDeliveryAddress: 'something to deliver',
  hasQuestionsBefore: 'questions before payment',
  hasQuestionsAfter: 'questions after payment',
  hasWaivers: 'a waiver',
  hasMessages: 'a message after the sale',
  isPaymentUnavailable: 'an organiser without a payment provider',
} satisfies Partial<Record<keyof Facts, string>> & Record<Exclude<keyof StepFacts, 'hasDonation'>, string>
