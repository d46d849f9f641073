import type { Facts } from '#src/checkout/rules/facts.ts'

/** Facts of a plain basket: paid tickets, ready to be reserved. */
export const facts: Facts = {
  state: 'basket',
  sale: 'S1',
  secondsRemaining: null,
  canReserve: true,
  canExtendHold: true,
  isEditing: false,
  isCharity: false,
  isExpress: false,
  isFree: false,
  hasDonation: false,
  hasMarketingPreferences: false,
  needsDeliveryAddress: false,
  hasQuestionsBefore: false,
  hasQuestionsAfter: false,
  hasWaivers: false,
  hasMessages: false,
  isPaymentComplete: false,
  isBankCancelled: false,
  asksAddress: false,
  hasEmail: true,
  isPaymentUnavailable: false,
  methods: ['card'],
  preselectedMethod: 'card',
  captchaSitekey: '',
}
