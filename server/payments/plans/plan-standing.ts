import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'

import { sumOf, type PlanStanding } from './own-plans.ts'

type Standing = Pick<PlanStanding, 'currency' | 'isOver' | 'overdue'> & {
  plan: Pick<PlanStanding['plan'], 'status'>
  instalments: Pick<PlanStanding['instalments'][number], 'amount' | 'due_at' | 'payment_id'>[]
}

/** Says in one line how much of an instalment plan is paid, and what is due; '' once nothing can be paid any more. */
export function planStanding(standing: Standing): string {
  return planStandingParts(standing).join('; ')
}

/** Returns what `planStanding` says in parts: how much is paid, and what is due, if anything is. */
export function planStandingParts({ plan, currency, instalments, overdue, isOver }: Standing): string[] {
  if (isOver) return []
  if (plan.status === 'completed') return ['Paid in full']
  const [paid, all] = [instalments.filter(({ payment_id }) => payment_id), instalments].map((some) =>
    money(sumOf(some), currency),
  )
  const next = instalments.find(({ payment_id }) => !payment_id)
  const due = overdue.length
    ? `${money(sumOf(overdue), currency)} is due and not paid yet`
    : next
      ? `${money(next.amount, currency)} is due on ${niceDay(next.due_at)}`
      : ''
  return [`${paid} of ${all} paid`, due].filter(Boolean)
}
