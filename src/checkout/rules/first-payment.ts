import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'

/** Returns what a plan over that many `months` costs today, formatted; '' before an option is chosen [INST-15, INST-16, OPEN-25]. */
export function firstPayment(checkout: Checkout, months: string): string {
  const first = checkout.payment_plan_schedule_options[months]?.schedule[0]
  return first ? formatMoney(first.value, checkout.currency.symbol) : ''
}
