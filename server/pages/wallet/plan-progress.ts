import { html } from 'hono/html'

import type { Content } from '#server/pages/layout.ts'
import { wholeDates } from '#server/pages/whole-dates.ts'
import { sumOf, type PlanStanding } from '#server/payments/plans/own-plans.ts'
import { planStandingParts } from '#server/payments/plans/plan-standing.ts'

/** Renders how much of a payment plan is paid, in words and until all is as a bar, and what is due; '' once nothing can be paid any more. */
export function planProgress(standing: PlanStanding): Content {
  const [paid, due] = planStandingParts(standing)
  if (!paid) return ''
  return html`<div class="plan-progress">
    <p>
      <strong>${paid}</strong>
      ${due && html`<span class="quiet">${wholeDates(due)}</span>`}
    </p>
    ${standing.plan.status === 'completed' ? '' : bar(standing)}
  </div>`
}

function bar({ instalments }: PlanStanding): Content {
  const paid = instalments.filter(({ payment_id }) => payment_id)
  return html`<progress aria-hidden="true" value="${sumOf(paid)}" max="${sumOf(instalments)}"></progress>`
}
