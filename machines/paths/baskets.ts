import type { Facts } from '#src/checkout/rules/facts.ts'

const free: Partial<Facts> = { isFree: true, methods: [], preselectedMethod: null }
const bankOrCard: Partial<Facts> = { methods: ['bank', 'card'], preselectedMethod: null }

/**
 * Baskets that the sandbox arranges, by the name of their shape there (docs/sandbox.md), with their facts as differences
 * from the plain basket. The browser tests check that the facts still apply. Of baskets that serve a path equally, the
 * first is taken.
 */
export const baskets = {
  seats: {},
  square: { methods: ['square'], preselectedMethod: 'square' },
  plan: { hasMarketingPreferences: true, methods: ['card', 'plan'], preselectedMethod: null },
  paid: bankOrCard,
  free: { ...free, hasMarketingPreferences: true },
  charity: { ...bankOrCard, isCharity: true, hasMarketingPreferences: true },
  express: { isExpress: true, hasMarketingPreferences: true, hasEmail: false },
  express_free: { ...free, isExpress: true, hasEmail: false, hasMarketingPreferences: true },
  deliverable: { hasMarketingPreferences: true, needsDeliveryAddress: true },
  delivery_alone: { ...bankOrCard, needsDeliveryAddress: true },
  marketing: { hasMarketingPreferences: true },
  questions_before: { hasMarketingPreferences: true, hasQuestionsBefore: true },
  questions_before_and_waiver: { ...bankOrCard, hasQuestionsBefore: true, hasWaivers: true },
  questions_after: { hasMarketingPreferences: true, hasQuestionsAfter: true },
  questions_after_and_messages: { hasMarketingPreferences: true, hasQuestionsAfter: true, hasMessages: true },
  messages: { ...bankOrCard, hasMessages: true },
  everything: {
    ...bankOrCard,
    isCharity: true,
    hasMarketingPreferences: true,
    needsDeliveryAddress: true,
    hasQuestionsBefore: true,
    hasQuestionsAfter: true,
    hasWaivers: true,
    hasMessages: true,
  },
  unconfigured: { isPaymentUnavailable: true, methods: [], preselectedMethod: null },
} satisfies Record<string, Partial<Facts>>
