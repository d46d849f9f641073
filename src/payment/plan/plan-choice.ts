import { useSelector } from '@xstate/react'
import type { PlanChoice } from '#machines/payment-attempt.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { useCheckout } from '#src/checkout/use-checkout.ts'
import { formatMoney } from '#src/lib/money.ts'
import { isPhone } from '#src/checkout/rules/people.ts'
import { selectPlan, type PaymentChart } from '#src/payment/payment-chart.ts'

/** Returns the plan as last changed, without months that are no longer offered, and a function that changes parts of it. */
export function usePlan(chart: PaymentChart) {
  const checkout = useCheckout()
  const { months, ...others } = useSelector(chart, selectPlan) ?? initialPlan(checkout)
  const isOffered = months in checkout.payment_plan_schedule_options
  const change = (parts: Partial<PlanChoice>) => {
    // A draft fills in several parts before the next render.
    const plan = selectPlan(chart.getSnapshot()) ?? initialPlan(checkout)
    chart.send({ type: 'plan.change', plan: { ...plan, ...parts } })
  }
  return { plan: { ...others, months: isOffered ? months : '' }, change }
}

/** Returns the plan before its first change: the known number, and the default saved card or a new one [OPEN-26]. */
function initialPlan({ contact_number, payment_methods }: Checkout): PlanChoice {
  return {
    months: '',
    mobile: validMobile(contact_number),
    card: payment_methods.find((card) => card.is_default)?.payment_method_id ?? '',
    makesDefault: false,
  }
}

/** Returns the typed number if it is valid, otherwise '' [INST-09, OPEN-24]. */
export function validMobile(typed: string): string {
  return isPhone(typed.trim()) ? typed.trim() : ''
}

/** Returns what the chosen plan costs today, formatted; '' before an option is chosen [INST-15, INST-16, OPEN-25]. */
export function firstPayment(checkout: Checkout, months: string): string {
  const first = checkout.payment_plan_schedule_options[months]?.schedule[0]
  return first ? formatMoney(first.value, checkout.currency.symbol) : ''
}

/** Returns what keeps the plan from being paid, as a message for the buyer; undefined if nothing does. */
export function planProblem({ months, mobile }: PlanChoice): string | undefined {
  if (!months) return 'Choose over how many months to pay.'
  return mobile ? undefined : 'Type a valid number for reminders first.'
}
