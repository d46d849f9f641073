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

/** Returns what a plan takes when: "£192.00 today", and `later`, "2 × £180.00"; '' for no payments. */
export function planInShort([first, ...later]: Amounts, symbol: string): { today: string; later: string } {
  const money = (value: number) => formatMoney(value, symbol)
  const [next] = later
  return { today: first ? `${money(first.value)} today` : '', later: next ? laterInShort(next.value) : '' }

  function laterInShort(amount: number) {
    return later.every(({ value }) => value === amount)
      ? `${later.length} × ${money(amount)}`
      : `${money(total(later))} in ${later.length} payments`
  }
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

/** Says that no plan costs more than to pay at once: "No interest: £552.00 in all."; '' unless all payments are known and say so. */
export function priceOfPlans(checkout: Checkout): string {
  const { basket_total, currency, payment_plan_schedule_options: plans } = checkout
  const isUnequal = instalmentOptions(checkout).some(
    (months) => total(plans[months]?.schedule ?? []) !== basket_total,
  )
  return isUnequal ? '' : `No interest: ${formatMoney(basket_total, currency.symbol)} in all.`
}

const total = (schedule: Amounts) => schedule.reduce((sum, { value }) => sum + value, 0)
