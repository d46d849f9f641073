import { bookingFeeTotal } from '#src/checkout/rules/fees.ts'
import { instalmentOptions } from '#src/checkout/rules/payment-methods.ts'
import type { Checkout } from '#src/checkout/schemas/checkout.ts'
import { formatMoney } from '#src/lib/money.ts'

type Amounts = readonly { value: number }[]

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

/** Returns what a plan takes today at least, whichever is chosen: "From £102.00 today, …"; in words alone if that is not known. */
export function plansInShort(checkout: Checkout): string {
  const options = instalmentOptions(checkout)
  const firsts = options.flatMap(
    (months) => checkout.payment_plan_schedule_options[months]?.schedule[0]?.value ?? [],
  )
  if (firsts.length === 0) return 'Pay a part today and the rest in monthly payments.'
  const least = formatMoney(Math.min(...firsts), checkout.currency.symbol)
  const isSame = firsts.length === options.length && new Set(firsts).size === 1
  return `${isSame ? '' : 'From '}${least} today, the rest in monthly payments.`
}

const total = (schedule: Amounts) => schedule.reduce((sum, { value }) => sum + value, 0)
