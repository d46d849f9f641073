import { sql } from 'kysely'

import type { Database } from '#server/database/connect.ts'
import { csvRow } from '#server/exports/csv.ts'
import { checkoutStates, type CheckoutState } from '#src/checkout/schemas/checkout.ts'

export interface FunnelFilter {
  /** The id of an event; all events without it. */
  event?: string | undefined
  /** First and last day on which a sale began, `2026-11-30` in London; no limit without them. */
  from?: string | undefined
  to?: string | undefined
}

/** Sales that began on a day, by a state of the checkout. */
export interface FunnelRow {
  /** '' for baskets without tickets. */
  event: string
  day: string
  state: CheckoutState
  /** Sales that ever were in the state. */
  reached: number
  /** Sales that were in it last, over an hour ago, and are not completed. */
  left: number
}

/**
 * Counts how many sales reached each of the seventeen states and where they were left, by event and day. The page reports every
 * state but `determining`, which each sale with a report has passed. A sale of two events counts for both.
 */
export async function readFunnel(db: Database, filter: FunnelFilter = {}): Promise<FunnelRow[]> {
  return complete(await readRows(db, filter, sql`event_id`))
}

/** Like `readFunnel`, for all events and days together: a sale counts once. */
export async function readWholeFunnel(
  db: Database,
  filter: FunnelFilter = {},
): Promise<Omit<FunnelRow, 'event' | 'day'>[]> {
  const rows = await readRows(db, filter, sql`''`)
  return checkoutStates.map((state) => {
    const ofState = rows.filter((row) => row.state === state)
    const sum = (count: 'reached' | 'left') => ofState.reduce((total, row) => total + row[count], 0)
    return { state, reached: sum('reached'), left: sum('left') }
  })
}

async function readRows(
  db: Database,
  { event, from, to }: FunnelFilter,
  grouped: ReturnType<typeof sql>,
): Promise<FunnelRow[]> {
  const { rows } = await sql<FunnelRow>`
    with begun as materialized (
      -- Only to read less: a basket lives for a month, and may get an event on a later day
      select sale_id from step_log
      where from_state is null and not is_refused and at >= coalesce(${from ?? null}::date - 32, '-infinity')
        and at < coalesce(${to ?? null}::date + 2, 'infinity')
    ), arrivals as (
      select ${grouped} as event, sale_id, to_state as state, min(at) as arrived_at, max(at) as last_at, max(id) as last_id
      from begun join step_log using (sale_id)
      cross join unnest(case when event_ids = '{}' then '{""}' else event_ids end) e(event_id)
      where not is_refused and (${event ?? null}::text is null or event_id = ${event ?? null}::text)
      group by 1, 2, 3
    ), steps as (
      select event, sale_id, state,
        to_char(min(arrived_at) over sale at time zone 'Europe/London', 'YYYY-MM-DD') as day,
        first_value(state) over (partition by event, sale_id order by last_id desc) as last_state,
        max(last_at) over sale < shop_now() - interval '1 hour' as is_over
      from arrivals
      window sale as (partition by event, sale_id)
    ), wanted as (
      select * from steps
      where day >= coalesce(${from ?? null}::text, '') and day <= coalesce(${to ?? null}::text, '9')
    )
    select event, day, state, count(*)::int as reached,
      (count(*) filter (where state = last_state and is_over and state <> 'order_completed'))::int as left
    from wanted group by 1, 2, 3
    union all
    select event, day, 'determining', count(distinct sale_id)::int, 0 from wanted group by 1, 2
    order by 1, 2`.execute(db)
  return rows
}

/** Gives each event and day all states, in their order. */
function complete(rows: FunnelRow[]): FunnelRow[] {
  const groups = Map.groupBy(rows, ({ event, day }) => JSON.stringify([event, day]))
  return [...groups.values()].flatMap((group) =>
    checkoutStates.map((state) => {
      const { event = '', day = '' } = group[0] ?? {}
      return group.find((row) => row.state === state) ?? { event, day, state, reached: 0, left: 0 }
    }),
  )
}

/** Writes comma-separated values with a heading. */
export function funnelCsv(rows: FunnelRow[]): string {
  const cells = rows.map(({ event, day, state, reached, left }) => [event, day, state, reached, left])
  return [['event', 'day', 'state', 'reached', 'left'], ...cells].map(csvRow).join('')
}

/** Writes a table for a terminal: a block for each event and day, and one for all. */
export function funnelTable(rows: FunnelRow[], whole: Omit<FunnelRow, 'event' | 'day'>[]): string {
  const groups = Map.groupBy(rows, ({ event, day }) => `${day}  ${event || 'without tickets'}`)
  return [...groups, ['All events and days', whole] as const]
    .map(([title, group]) => block(title, group))
    .join('\n\n')
}

function block(title: string, rows: Omit<FunnelRow, 'event' | 'day'>[]): string {
  const line = (state: string, reached: string | number, left: string | number) =>
    `${state.padEnd(26)}${String(reached).padStart(9)}${String(left).padStart(9)}`
  return [
    title,
    line('state', 'reached', 'left'),
    ...rows.map((row) => line(row.state, row.reached, row.left)),
  ].join('\n')
}
