import { entity, flag, id, list, map, money, oneOf, text } from '#src/http/wire.ts'

/** An instalment: its due date as text, and its value in pence [ENTI-31]. */
export const scheduleEntrySchema = entity('schedule_entry', {
  strict: { value: money },
  shown: { uk_due: text },
})

/** An instalment plan with its instalments [ENTI-11]. */
export const paymentPlanSchema = entity('payment_plan', {
  strict: {},
  shown: { label: text, schedule: list(scheduleEntrySchema) },
})

/** Instalment plans by their number of months [ENTI-11]. */
export const paymentPlansSchema = map(paymentPlanSchema)

/** Card types; an unknown one is read as "other" [ENTI-32]. */
export const cardTypes = ['visa', 'mastercard', 'amex', 'other'] as const

/** A customer's saved card [ENTI-32]. */
export const savedPaymentMethodSchema = entity('payment_method', {
  strict: { payment_method_id: id },
  shown: { card_type: oneOf(cardTypes, 'other'), last4digits: text, expiry: text, is_default: flag },
})

/** The known payment providers [ENTI-11]. */
export const providers = ['stripe', 'square'] as const
