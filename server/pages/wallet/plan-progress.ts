import { html } from 'hono/html'

import { niceDay } from '#server/catalogue/dates.ts'
import { money } from '#server/catalogue/price-text.ts'
import type { Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { sumOf, type PlanStanding } from '#server/payments/plans/own-plans.ts'

/** Renders how much of a payment plan is paid, in words and as a bar, and what is due next; '' once nothing can be paid any more. */
export function planProgress({ plan, currency, instalments, overdue, isOver }: PlanStanding): Content {
  if (isOver) return ''
  if (plan.status === 'completed') return html`<p class="plan-progress">Paid in full</p>`
  const [paid, all] = [sumOf(instalments.filter(({ payment_id }) => payment_id)), sumOf(instalments)]
  const next = instalments.find(({ payment_id }) => !payment_id)
  const due = overdue.length
    ? `${money(sumOf(overdue), currency)} is due and not paid yet`
    : next
      ? `Next: ${money(next.amount, currency)} on ${niceDay(next.due_at)}`
      : ''
  return html`<div class="plan-progress">
    <p>
      <strong>${money(paid, currency)} of ${money(all, currency)} paid</strong>
      <span class="quiet">${wholeDates(due)}</span>
    </p>
    <progress aria-hidden="true" value="${paid}" max="${all}"></progress>
  </div>`
}
