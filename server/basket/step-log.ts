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

/** How many rows a sale has in the log: somebody may report steps for ever. */
const mostSteps = 1000

/**
 * SQL that adds the steps of `moved` to the log, each with the step before it and the events of the basket. Without a release, it
 * is that of the step before: a payment is settled by whichever process hears of it.
 */
const added = (release: string, isRefused = false) => `insert into step_log
    (sale_id, from_state, to_state, event_ids, release, is_refused)
  select moved.id, l.to_state, moved.state, coalesce(e.ids, '{}'), coalesce(${release}, l.release, ''), ${isRefused}
  from moved
  left join lateral (
    select to_state, release, count(*) over () as steps
    from step_log where sale_id = moved.id order by is_refused, id desc limit 1
  ) l on true
  left join lateral (
    select array_agg(distinct t.event_id) as ids
    from sale_tickets l join ticket_types t on t.id = l.ticket_type_id where l.sale_id = moved.id
  ) e on true
  where coalesce(l.steps, 0) < ${mostSteps}`

const ofOne = 'with moved as (select $1::uuid as id, $2::text as state)'

/** Adds a step that a sale comes to by what the shop does, with the next statement: its first ticket, or its payment. */
export async function logStep(db: Database, saleId: string, step: Step, release?: string): Promise<void> {
  await defer(db, CompiledQuery.raw(`${ofOne} ${added('$3::text')}`, [saleId, step, release ?? null]))
}

/** Adds a reported step that the sale has not reached. */
export async function logRefusedStep(
  db: Database,
  saleId: string,
  step: Step,
  release: string,
): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(`${ofOne} ${added('$3::text', true)}`, [saleId, step, release]))
}

const statement = `with locked as (
    select s.id, w.step from unnest($1::uuid[], $2::text[], $3::boolean[], $4::boolean[]) w(id, step, is_held, is_paid)
    join sales s on s.id = w.id
    where (s.held_until is not null) = w.is_held and (s.paid_at is not null) = w.is_paid
    order by s.id for update of s skip locked
  ), moved as (
    update sales set state = locked.step, updated_at = shop_now() from locked where sales.id = locked.id
    returning sales.id, sales.state
  ), logged as (${added('$5::text')})
  select id from moved`

/**
 * Stores the steps of many sales, one of each, and logs them, in one statement. Returns for each whether it was stored; not if
 * another request has locked the sale, or if it was reserved, paid or released since the step was allowed.
 * @param release what the shop is, for the log
 */
export async function storeSteps(db: Database, reports: StepReport[], release: string): Promise<boolean[]> {
  const { rows } = await db.executeQuery<{ id: string }>(
    CompiledQuery.raw(statement, [
      reports.map(({ saleId }) => saleId),
      reports.map(({ step }) => step),
      reports.map(({ isHeld }) => isHeld),
      reports.map(({ isPaid }) => isPaid),
      release,
    ]),
  )
  const stored = new Set(rows.map(({ id }) => id))
  return reports.map(({ saleId }) => stored.has(saleId))
}
