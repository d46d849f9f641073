import { CompiledQuery } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { defer } from '#server/database/defer.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

type Step = Exclude<CheckoutState, 'determining'>

/** A step that the page of a sale shows, and what was known of the sale when it was allowed. */
export interface StepReport {
  saleId: string
  step: Step
  isHeld: boolean
  isPaid: boolean
}

/** SQL that stores the steps of `moved` for the funnel: the first and the latest time, once for each event of the basket. */
const arrivals = `insert into step_arrivals (sale_id, event_id, state)
  select moved.id, coalesce(e.event_id, ''), moved.state
  from moved left join lateral (
    select distinct t.event_id from sale_tickets l join ticket_types t on t.id = l.ticket_type_id where l.sale_id = moved.id
  ) e on true
  on conflict (sale_id, event_id, state) do update set last_at = shop_now()`

/** Stores that a sale shows a step, for the funnel. */
export async function storeArrival(db: Database, saleId: string, step: Step): Promise<void> {
  const moved = 'with moved as (select $1::uuid as id, $2::text as state)'
  await defer(db, CompiledQuery.raw(`${moved} ${arrivals}`, [saleId, step]))
}

const statement = `with locked as (
    select s.id, w.step from unnest($1::uuid[], $2::text[], $3::boolean[], $4::boolean[]) w(id, step, is_held, is_paid)
    join sales s on s.id = w.id
    where (s.held_until is not null) = w.is_held and (s.paid_at is not null) = w.is_paid
    order by s.id for update of s skip locked
  ), moved as (
    update sales set state = locked.step, updated_at = shop_now() from locked where sales.id = locked.id
    returning sales.id, sales.state
  ), stored as (${arrivals})
  select id from moved`

/**
 * Stores the steps of many sales, one of each, in one statement. Returns for each whether it was stored; not if another request
 * has locked the sale, or if it was reserved, paid or released since the step was allowed.
 */
export async function storeSteps(db: Database, reports: StepReport[]): Promise<boolean[]> {
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(statement, [
      reports.map(({ saleId }) => saleId),
      reports.map(({ step }) => step),
      reports.map(({ isHeld }) => isHeld),
      reports.map(({ isPaid }) => isPaid),
    ]),
  )
  const stored = new Set(rows.map(({ id }) => id))
  return reports.map(({ saleId }) => stored.has(saleId))
}
