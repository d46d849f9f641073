import { monthsLater } from '#server/catalogue/dates.ts'

import type { Basket } from './read-basket.ts'
import type { Totals } from './totals.ts'

/** An instalment plan of `months` instalments, the first due today; amounts in pence. */
export interface OfferedPlan {
  months: number
  label: string
  schedule: { due: Date; amount: number }[]
}

/** Smallest instalment in pence: the smallest charge that Stripe makes in every currency of the shop. */
const smallest = 50

/**
 * Returns the instalment plans of a basket [ENTI-11, ENTI-31]: those that all its plan tickets allow and that end before the
 * first event. The price of plan tickets is split into equal monthly instalments. Today's payment is the first one, the
 * tickets that must be paid in full, and all fees. Only Stripe can charge instalments.
 */
export function offeredPlans({ tickets, organisers, now }: Basket, totals: Totals): OfferedPlan[] {
  const planned = tickets.filter((line) => line.plan_months.length > 0)
  const [first] = planned
  if (!first || organisers[0]?.provider === 'square') return []
  const price = planned.reduce(
    (sum, line) => sum + (line.price - (totals.discounts[line.ticket_type_id] ?? 0)) * line.qty,
    0,
  )
  const spread = Math.min(price, totals.total)
  const starts = new Date(Math.min(...planned.map((line) => line.starts_at.getTime())))
  return first.plan_months
    .filter((months) => planned.every((line) => line.plan_months.includes(months)))
    .filter((months) => months > 1 && monthsLater(now, months - 1) < starts)
    .map((months) => ({ months, part: Math.floor(spread / months) }))
    .filter(({ part }) => part >= smallest)
    .toSorted((a, b) => a.months - b.months)
    .map(({ months, part }) => {
      const today = { due: now, amount: totals.total - part * (months - 1) }
      const later = Array.from({ length: months - 1 }, (_, i) => ({
        due: monthsLater(now, i + 1),
        amount: part,
      }))
      return { months, label: `Over ${months} months`, schedule: [today, ...later] }
    })
}
