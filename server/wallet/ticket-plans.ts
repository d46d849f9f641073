import type { Database } from '#server/database/connect.ts'
import { readPlanStandings } from '#server/payments/plans/own-plans.ts'
import { planStanding } from '#server/payments/plans/plan-standing.ts'

import type { WalletTicket } from './wallet-ticket.ts'

/** Says of the owner's tickets how far their payment plans are paid, by ticket; nothing of those that somebody else bought. */
export async function readTicketPlans(db: Database, tickets: WalletTicket[]): Promise<Map<string, string>> {
  const planned = tickets.filter(
    ({ is_on_plan, is_bought, state }) =>
      is_on_plan && is_bought && state !== 'refunded' && state !== 'transferred',
  )
  const plans = await readPlanStandings(db, [...new Set(planned.map(({ sale_id }) => sale_id))])
  const words = new Map(plans.map((plan) => [plan.sale.id, planStanding(plan)]))
  return new Map(planned.map(({ id, sale_id }) => [id, words.get(sale_id) ?? '']))
}
