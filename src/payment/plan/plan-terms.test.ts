import { expect, it } from 'vitest'
import { guestDetails, planChoice } from '#machines/testing/samples.ts'
import { checkoutSchema } from '#src/checkout/schemas/checkout.ts'
import { planTerms } from './plan-terms.ts'

const checkout = (first: string) =>
  checkoutSchema.parse({ payment_plan_schedule_options: { 3: { schedule: [{ value: first }] } } })
const plan = { method: 'plan', details: guestDetails, plan: planChoice } as const

it('are the payments of the chosen plan, and none for another method or another number of months [INST-05, INST-15]', () => {
  expect(planTerms(checkout('40.00'), plan)).toContain('4000')
  expect(planTerms(checkout('40.00'), plan)).not.toBe(planTerms(checkout('41.00'), plan))
  expect(planTerms(checkout('40.00'), { ...plan, method: 'card' })).toBe('')
  expect(planTerms(checkout('40.00'), { ...plan, plan: { ...planChoice, months: '6' } })).toBe('null')
})
