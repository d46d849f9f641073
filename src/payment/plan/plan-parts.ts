import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import { bookingFeeTotal } from '#src/checkout/rules/fees.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'

type Amounts = readonly { value: number }[]

/**
 * Returns what the offered plans cost in short: "3 × about £184 or 6 × about £92"; '' without any payments, or if the first is no
 * payment like the others.
 */
export function plansInShort(checkout: Checkout): string {
  const plans = instalmentOptions(checkout)
    .map((months) => checkout.payment_plan_schedule_options[months]?.schedule ?? [])
    .filter((schedule) => schedule.length > 0)
  const words = plans.map((schedule) => {
    // An average would mislead where the first payment has other parts
    if (!isEven(schedule, bookingFeeTotal(checkout))) return ''
    const pounds = Math.round(total(schedule) / schedule.length / 100)
    return `${schedule.length} × about ${formatMoney(pounds * 100, checkout.currency.symbol).replace(/\.00$/, '')}`
  })
  return words.every(Boolean) ? lists.format(words) : ''
}

/**
 * Returns the parts of the first payment: "£180.00 + £12.00 fees"; '' if it has other parts than an instalment like the next one and
 * all fees.
 */
export function firstInShort([first, next]: Amounts, checkout: Checkout): string {
  const fees = bookingFeeTotal(checkout)
  if (!first || !next || fees <= 0 || first.value - next.value !== fees) return ''
  const { symbol } = checkout.currency
  return `${formatMoney(next.value, symbol)} + ${formatMoney(fees, symbol)} fees`
}

/** Returns what a plan takes and when: "£192.00 today, then 2 × £180.00"; '' without any payments. */
export function planInShort([first, ...later]: Amounts, symbol: string): string {
  if (!first) return ''
  const today = `${formatMoney(first.value, symbol)} today`
  const [next] = later
  if (!next) return today
  const rest = later.every(({ value }) => value === next.value)
    ? `${later.length} × ${formatMoney(next.value, symbol)}`
    : `${formatMoney(total(later), symbol)} in ${later.length} payments`
  return `${today}, then ${rest}`
}

const lists = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** Whether the first payment is like the next one, but for the fees. */
const isEven = ([first, next]: Amounts, fees: number) =>
  !first || !next || Math.abs(first.value - next.value) <= Math.max(0, fees) + 100

const total = (schedule: Amounts) => schedule.reduce((sum, { value }) => sum + value, 0)
