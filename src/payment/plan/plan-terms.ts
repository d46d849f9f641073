import type { Payment } from '#machines/payment-attempt.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'

/** Returns the payments that the buyer of a plan sees and agrees to, as JSON; '' for other methods [INST-05, INST-15]. */
export function planTerms(checkout: Checkout, { method, plan }: Payment): string {
  if (method !== 'plan' || !plan) return ''
  return JSON.stringify(checkout.payment_plan_schedule_options[plan.months]?.schedule ?? null)
}
