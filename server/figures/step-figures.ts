import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import type { CheckoutState } from '#src/checkout/schemas/checkout.ts'

/** Which sales are counted: those that began in a period, with tickets of an event, in a release. */
export interface FigureFilter {
  event?: string | undefined
  /** First and last day on which a sale began, `2026-11-30` in London. */
  from?: string | undefined
  to?: string | undefined
  release?: string | undefined
}

/** What happened at a step. */
export interface StepFigure {
  state: CheckoutState
  /** Sales that were at the step. */
  people: number
  /** Stays at the step that ended at another step within an hour; who takes longer was away. */
  stays: number
  /** Seconds of these stays: half of them took no longer, and nine of ten; null without stays. */
  median: number | null
  ninetieth: number | null
  /** Calls that were answered with an error, and payments that were declined. */
  errors: number
  /** Sales that were there last, over an hour ago, and are not completed. */
  left: number
}

export interface MoveFigure {
  from: CheckoutState
  to: CheckoutState
  /** How often, also repeatedly by one sale. */
  count: number
}

export interface Figures {
  /** Sales in all. */
  sales: number
  steps: StepFigure[]
  moves: MoveFigure[]
}

/** SQL: the sales that a filter wants, as `wanted`, and their stays at steps, as `stays`; a step that is reported again is one stay. */
const staysOf = ({ event, from, to, release }: FigureFilter) => sql`
  wanted as materialized (
    select first.sale_id from step_log first
    where first.from_state is null and not first.is_refused
      and (${from ?? null}::text is null or first.at >= ${from ?? null}::text::timestamp at time zone 'Europe/London')
      and (${to ?? null}::text is null
        or first.at < (${to ?? null}::text::timestamp + interval '1 day') at time zone 'Europe/London')
      and (${event ?? null}::text is null or exists (
        select from step_log l where l.sale_id = first.sale_id and ${event ?? null}::text = any(l.event_ids)))
      and (${release ?? null}::text is null or exists (
        select from step_log l where l.sale_id = first.sale_id and l.release = ${release ?? null}::text))
  ), stays as materialized (
    select l.sale_id, l.from_state, l.to_state as state, l.at, lead(l.at) over sale as ended_at,
      lead(l.id) over sale is null as is_last, last.at < shop_now() - interval '1 hour' as is_over
    from wanted
    cross join lateral (
      select at from step_log where sale_id = wanted.sale_id and not is_refused order by id desc limit 1
    ) last
    join step_log l on l.sale_id = wanted.sale_id
    where not l.is_refused and l.from_state is distinct from l.to_state
    window sale as (partition by l.sale_id order by l.id)
  )`

/** Reads what happened at each step, and how often sales went from one to another. */
export async function readFigures(db: Database, filter: FigureFilter = {}): Promise<Figures> {
  const { rows } = await sql<Figures>`
    with ${staysOf(filter)}, errors as (
      select state, count(*)::int as count from (
        select c.state from refused_calls c join wanted using (sale_id)
        union all
        select 'payment' from payment_attempts a join wanted using (sale_id) where a.status = 'failed'
      ) e group by state
    ), steps as (
      select state, count(distinct sale_id)::int as people, ${sql.raw(timesOf)},
        coalesce((select count from errors where errors.state = stays.state), 0) as errors,
        (count(*) filter (where is_last and is_over and state <> 'order_completed'))::int as left
      from stays group by state
    ), moves as (
      select from_state as from, state as to, count(*)::int as count
      from stays where from_state is not null group by 1, 2 order by 3 desc, 1, 2
    )
    select (select count(*)::int from wanted) as sales,
      coalesce((select json_agg(to_json(steps)) from steps), '[]') as steps,
      coalesce((select json_agg(to_json(moves)) from moves), '[]') as moves`.execute(db)
  return rows[0] ?? { sales: 0, steps: [], moves: [] }
}

const isTimed = `ended_at <= at + interval '1 hour'`
const secondsAt = (share: number) =>
  `percentile_cont(${share}) within group (order by extract(epoch from ended_at - at)) filter (where ${isTimed})`

/** SQL: how long stays took, as in `StepFigure`. */
export const timesOf = `(count(*) filter (where ${isTimed}))::int as stays,
  ${secondsAt(0.5)} as median, ${secondsAt(0.9)} as ninetieth`

/** Reads how long stays took that have ended within the last day, by step. */
export async function readTimesOfDay(
  db: Database,
): Promise<Pick<StepFigure, 'state' | 'stays' | 'ninetieth'>[]> {
  const { rows } = await sql<Pick<StepFigure, 'state' | 'stays' | 'ninetieth'>>`
    with stays as (
      select to_state as state, at, lead(at) over (partition by sale_id order by id) as ended_at
      from step_log
      where at > shop_now() - interval '25 hours' and not is_refused and from_state is distinct from to_state
    )
    select state, ${sql.raw(timesOf)} from stays where ended_at > shop_now() - interval '1 day' group by state`.execute(
    db,
  )
  return rows
}

/** What figures can be asked for. */
interface Choices {
  /** The events that were in baskets. */
  events: { id: string; title: string }[]
  /** Newest first. */
  releases: string[]
}

/** Reads what figures can be asked for of the days from the first to the last that the filters name. */
export async function readChoices(db: Database, filters: FigureFilter[] = []): Promise<Choices> {
  const edge = (name: 'from' | 'to', end: 0 | -1) => {
    const days = filters.map((filter) => filter[name])
    return days.includes(undefined) ? null : (days.toSorted().at(end) ?? null)
  }
  const [from, to] = [edge('from', 0), edge('to', -1)]
  const isWithin = sql`(${from}::text is null or at >= ${from}::text::timestamp at time zone 'Europe/London')
    and (${to}::text is null or at < (${to}::text::timestamp + interval '1 day') at time zone 'Europe/London')`
  const { rows: events } = await sql<{ id: string; title: string }>`
    select id, title from events where id in (
      select unnest(event_ids) from step_log where from_state is null and ${isWithin}
    ) order by title`.execute(db)
  const { rows: releases } = await sql<{ release: string }>`
    select release from step_log where release <> '' and ${isWithin}
    group by release order by max(at) desc limit 50`.execute(db)
  return { events, releases: releases.map(({ release }) => release) }
}

/** Reads the day a month ago, in London. */
export async function readMonthAgo(db: Database): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char((shop_now() - interval '30 days') at time zone 'Europe/London', 'YYYY-MM-DD') as day`.execute(
    db,
  )
  return rows[0]?.day ?? ''
}
