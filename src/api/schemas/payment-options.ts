import type * as z from 'zod/mini'
import { entity, flag, id, list, map, money, oneOf, text } from './wire.ts'

/** One payment of a plan: when it is due (text) and how much (pence) [ENTI-31]. */
export const scheduleEntrySchema = entity('schedule_entry', {
  strict: { value: money },
  shown: { uk_due: text },
})
export type ScheduleEntry = z.output<typeof scheduleEntrySchema>

/** A payment plan [ENTI-11]. */
export const paymentPlanSchema = entity('payment_plan', {
  strict: { schedule: list(scheduleEntrySchema) },
  shown: { label: text },
})
export type PaymentPlan = z.output<typeof paymentPlanSchema>

/** Payment plans by their number of months [ENTI-11]. */
export const paymentPlansSchema = map(paymentPlanSchema)
export type PaymentPlans = z.output<typeof paymentPlansSchema>

export const cardTypes = ['visa', 'mastercard', 'amex', 'other'] as const
export type CardType = (typeof cardTypes)[number]

/** A card the customer paid with before [ENTI-32]. */
export const savedPaymentMethodSchema = entity('payment_method', {
  strict: { payment_method_id: id },
  shown: { card_type: oneOf(cardTypes, 'other'), last4digits: text, expiry: text, is_default: flag },
})
export type SavedPaymentMethod = z.output<typeof savedPaymentMethodSchema>

/** The provider that takes the payment of this basket; no known one is '' [ENTI-11]. */
export const providers = ['stripe', 'square'] as const
export type Provider = (typeof providers)[number] | ''
