import { entity, flag, id, list, map, money, oneOf, text } from './wire.ts'

/** One payment of a plan: when it is due (text) and how much (pence) [ENTI-31]. */
export const scheduleEntrySchema = entity('schedule_entry', {
  strict: { value: money },
  shown: { uk_due: text },
})

/** A payment plan [ENTI-11]. */
export const paymentPlanSchema = entity('payment_plan', {
  strict: {},
  shown: { label: text, schedule: list(scheduleEntrySchema) },
})

/** Payment plans by their number of months [ENTI-11]. */
export const paymentPlansSchema = map(paymentPlanSchema)

export const cardTypes = ['visa', 'mastercard', 'amex', 'other'] as const

/** A card the customer paid with before [ENTI-32]. */
export const savedPaymentMethodSchema = entity('payment_method', {
  strict: { payment_method_id: id },
  shown: { card_type: oneOf(cardTypes, 'other'), last4digits: text, expiry: text, is_default: flag },
})

/** The provider that takes the payment of this basket; no known one is '' [ENTI-11]. */
export const providers = ['stripe', 'square'] as const
